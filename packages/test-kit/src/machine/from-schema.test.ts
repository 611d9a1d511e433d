import { expect, test } from 'vitest';
import { fromSchema } from './from-schema.ts';
import type { Json } from './json.ts';

test.for<readonly [Json, unknown]>([
  [{ type: 'string' }, 'words'],
  [{ type: 'number' }, 21.5],
  [{ type: 'integer' }, 21],
  [{ type: 'boolean' }, true],
  [{ type: 'null' }, null],
  [{ type: ['integer', 'null'] }, 21],
  [{ enum: ['low', 'high'] }, 'low'],
  [{ const: 7 }, 7],
  [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, true],
  [{ type: 'array', items: { type: 'string' } }, ['words']],
  [
    { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'null' } } } } },
    { a: { b: null } },
  ],
])('%j is answered with %j', ([schema, value]) => {
  expect(fromSchema(schema, 'Set it to 21.5 degrees.', 'words')).toEqual(value);
});
