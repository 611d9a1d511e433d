import { callId } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, temporaryQueue } from '../temporary.test.helper.ts';
import { admitted, arrived, ended, gpuBox } from './calls.test.helper.ts';

test('a call that got a slot has a machine, a wait and a cap', () => {
  const queue = temporaryQueue();
  const id = queue.openCall(arrived({ model: null }));
  expect(queue.admitCall(admitted(id))).toBe(true);
  expect(queue.calls({ limit: 1 }).calls).toMatchObject([
    {
      machine: gpuBox,
      model: 'qwen3-30b',
      admittedAt: at(2),
      waited: 2,
      cap: 512,
      capReason: 'time',
      endedAt: null,
    },
  ]);
});

test('a call that has ended, or is not there, gets no slot', () => {
  const queue = temporaryQueue();
  const id = queue.openCall(arrived());
  queue.endCall(ended(id, { end: 'hung-up', ran: null }));
  expect(queue.admitCall(admitted(id))).toBe(false);
  expect(queue.admitCall(admitted(callId(99)))).toBe(false);
  expect(queue.calls({ limit: 1 }).calls).toMatchObject([{ machine: null, end: 'hung-up' }]);
});
