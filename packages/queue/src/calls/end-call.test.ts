import { callId, seconds, type Seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, temporaryQueue } from '../temporary.test.helper.ts';
import { admitted, arrived, digestBudget, ended } from './calls.test.helper.ts';

const charge = { budget: digestBudget, periodAt: at(0), seconds: seconds(10) };

test('the end of a call is recorded and its budget charged', () => {
  const queue = temporaryQueue();
  const id = queue.openCall(arrived({ budget: digestBudget }));
  queue.admitCall(admitted(id));
  expect(queue.endCall(ended(id, { charge }))).toBe(true);
  expect(queue.calls({ limit: 1 }).calls).toMatchObject([
    {
      endedAt: at(12),
      end: 'stop',
      waited: 2,
      ran: 10,
      promptTokens: 40,
      answerTokens: 120,
      tokensPerSecond: 13.9,
    },
  ]);
  expect(queue.spent(digestBudget, at(0))).toBe(10);
});

test('a call ends once, and is charged once', () => {
  const queue = temporaryQueue();
  const id = queue.openCall(arrived());
  queue.endCall(ended(id, { charge }));
  expect(queue.endCall(ended(id, { end: 'length', charge }))).toBe(false);
  expect(queue.endCall(ended(callId(99), { charge }))).toBe(false);
  expect(queue.spent(digestBudget, at(0))).toBe(10);
  expect(queue.calls({ limit: 1 }).calls).toMatchObject([{ end: 'stop' }]);
});

test('where the charge cannot be written, the call has not ended', () => {
  const queue = temporaryQueue();
  const id = queue.openCall(arrived());
  const broken = { ...charge, seconds: 'much' as unknown as Seconds };
  expect(() => queue.endCall(ended(id, { charge: broken }))).toThrow('cannot store TEXT');
  expect(queue.calls({ limit: 1 }).calls).toMatchObject([{ endedAt: null }]);
});
