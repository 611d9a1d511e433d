import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from '../stream/bytes.ts';
import { jsonEnd } from './json-end.ts';

test('an object ends exactly with its last byte', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const bytes = encode(` ${JSON.stringify(value)}`);
      const end = jsonEnd();
      for (const [at, byte] of bytes.entries()) {
        expect(end.ended).toBe(false);
        end.take(new Uint8Array([byte]));
        expect(end.broken, `at ${at}`).toBe(false);
      }
      expect(end.ended).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test.each(['[1]', '"text"', '<html>', '7'])('%s is no object', (text) => {
  const end = jsonEnd();
  end.take(encode(text));
  expect(end).toMatchObject({ broken: true, ended: false });
});
