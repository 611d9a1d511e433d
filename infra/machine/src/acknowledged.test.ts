import { expect, test } from 'vitest';

import { Acknowledged } from './acknowledged.ts';

test('what comes in pieces is noted line by line, and a line that was cut short is not', async () => {
  const acknowledged = new Acknowledged();
  const before = acknowledged.listen();
  before.onStdout(Buffer.from('load-0 1'));
  expect(acknowledged.runs.size).toBe(0);
  before.onStdout(Buffer.from('2\nload-1 13\nload-2 1'));
  await before.first;
  expect([...acknowledged.runs]).toEqual([
    ['load-0', 12],
    ['load-1', 13],
  ]);

  acknowledged.listen().onStdout(Buffer.from('load-2 14\n'));
  expect(acknowledged.text).toBe('load-0 12\nload-1 13\nload-2 14\n');
});

test('a line of another kind is an error', () => {
  const { onStdout } = new Acknowledged().listen();
  expect(() => onStdout(Buffer.from('Error: no gateway\n'))).toThrow('acknowledges nothing');
});
