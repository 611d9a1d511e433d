import { expect, test } from 'vitest';

import { Caller } from './caller.ts';
import { gaps } from './handover.ts';
import { ModelMachine } from './model-machine.ts';

test('a gap lies between the end of a stay and the beginning of the next', () => {
  const stays = [
    { from: 0, until: 10 },
    { from: 10.5, until: 20 },
    { from: 23, until: null },
  ];
  expect(gaps(stays)).toEqual([0.5, 3]);
});

test('a machine tells each stay once, more finely than in milliseconds, and that one call was in it at a time', async () => {
  await using machine = await ModelMachine.start({ kind: 'ollama', rate: Infinity });
  await using caller = new Caller({ url: machine.url, headers: {} });
  await caller.whole();
  const { firstByte, firstToken, whole } = await caller.stream();
  expect(firstByte).toBeGreaterThan(0);
  expect(firstToken).toBeGreaterThanOrEqual(firstByte);
  expect(whole).toBeGreaterThanOrEqual(firstToken);

  const { stays, mostAtOnce } = await machine.tell();
  expect(stays).toHaveLength(2);
  expect(mostAtOnce).toBe(1);
  const [gap = 0] = gaps(stays);
  expect(gap).toBeGreaterThan(0);
  expect(Number.isInteger(gap)).toBe(false);
  expect(await machine.tell()).toMatchObject({ stays: [] });
});

test('what is no answer is not timed', async () => {
  await using machine = await ModelMachine.start({ kind: 'ollama', rate: Infinity });
  const headers = { 'x-fault': '{"kind":"status","status":429}' };
  await using caller = new Caller({ url: machine.url, headers });
  await expect(caller.whole()).rejects.toThrow('An answer of the status 429 was no answer');
});
