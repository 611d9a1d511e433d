import { name, runId, type CallId } from '@hearth/words';
import { expect, test } from 'vitest';

import type { Queue } from '../queue.ts';
import { at, temporaryQueue } from '../temporary.test.helper.ts';
import type { CallsRequest } from './calls.ts';
import { admitted, arrived, chat, digestBudget, ended } from './calls.test.helper.ts';

function ids(queue: Queue, request: Omit<CallsRequest, 'limit'>): readonly CallId[] {
  return queue.calls({ limit: 100, ...request }).calls.map((call) => call.id);
}

test('calls are listed the newest first, and every filter that is given must fit', () => {
  const queue = temporaryQueue();
  queue.endCall(ended(queue.openCall(arrived())));
  queue.openCall(arrived({ budget: digestBudget, model: 'small' }));
  queue.openCall(arrived({ consumer: name('render'), budget: digestBudget }));
  expect(ids(queue, {})).toEqual([3, 2, 1]);
  expect(ids(queue, { consumer: chat })).toEqual([2, 1]);
  expect(ids(queue, { budget: digestBudget })).toEqual([3, 2]);
  expect(ids(queue, { consumer: chat, budget: digestBudget })).toEqual([2]);
  expect(ids(queue, { model: 'small' })).toEqual([2]);
  expect(ids(queue, { end: 'stop' })).toEqual([1]);
  expect(ids(queue, { end: 'length' })).toEqual([]);
});

test('a page ends where the next begins, and the last one says so', () => {
  const queue = temporaryQueue();
  for (let made = 0; made < 3; made += 1) queue.openCall(arrived());
  const first = queue.calls({ limit: 2 });
  expect(first).toMatchObject({ calls: [{ id: 3 }, { id: 2 }], next: 2 });
  expect(queue.calls({ limit: 2, before: first.next ?? undefined })).toMatchObject({
    calls: [{ id: 1 }],
    next: null,
  });
});

test('the calls of a run are found by it, the oldest first', () => {
  const queue = temporaryQueue();
  queue.openCall(arrived({ runId: runId(7) }));
  queue.openCall(arrived());
  queue.openCall(arrived({ runId: runId(7) }));
  expect(queue.callsOf(runId(7)).map((call) => call.id)).toEqual([1, 3]);
  expect(queue.callsOf(runId(8))).toEqual([]);
});

test('whose answers were cut is counted by caller, model and whose cap it was, the most often cut first', () => {
  const queue = temporaryQueue();
  const cut = (end: string, seconds: number, subCaller: string | null = null) => {
    const id = queue.openCall(arrived({ subCaller }));
    queue.admitCall(admitted(id, { capReason: subCaller === null ? 'time' : 'caller' }));
    queue.endCall(ended(id, { end, endedAt: at(seconds) }));
  };
  cut('length', 10);
  cut('deadline', 20, 'titles');
  cut('length', 30, 'titles');
  cut('stop', 40);
  const model = 'qwen3-30b';
  expect(queue.cutCalls(at(10))).toEqual([
    { consumer: chat, subCaller: 'titles', model, capReason: 'caller', calls: 2, lastAt: at(30) },
    { consumer: chat, subCaller: null, model, capReason: 'time', calls: 1, lastAt: at(10) },
  ]);
  expect(queue.cutCalls(at(30))).toMatchObject([{ subCaller: 'titles', calls: 1 }]);
  expect(queue.cutCalls(at(31))).toEqual([]);
});
