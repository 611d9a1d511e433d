import { name, runId, tokens, type CallId, type ConsumerName } from '@hearth/words';
import { expect, test } from 'vitest';

import type { Queue } from '../queue.ts';
import { at, digest, enqueued, temporaryQueue } from '../temporary.test.helper.ts';
import type { CapReason } from './call.ts';
import type { CallsRequest } from './calls.ts';
import { admitted, arrived, chat, digestBudget, ended } from './calls.test.helper.ts';
import type { ArrivedCall } from './open-call.ts';

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

/** A call that was cut, with its cap and how that came. */
function cut(
  queue: Queue,
  about: Partial<{ end: string; after: number; cap: number; reason: CapReason }>,
  made: Partial<ArrivedCall> = {},
): void {
  const { end = 'length', after = 10, cap: most = 512, reason = 'time' } = about;
  const id = queue.openCall(arrived(made));
  queue.admitCall(admitted(id, { cap: tokens(most), capReason: reason }));
  queue.endCall(ended(id, { end, endedAt: at(after) }));
}

test('whose answers were cut is counted by caller, model and whose cap it was, the most often cut first', () => {
  const queue = temporaryQueue();
  const titles = { subCaller: 'titles' };
  cut(queue, { after: 10, reason: 'time' });
  cut(queue, { after: 20, reason: 'caller' }, titles);
  cut(queue, { after: 30, reason: 'caller' }, titles);
  cut(queue, { after: 40, end: 'stop' });
  const alike = {
    job: null,
    consumer: chat,
    model: 'qwen3-30b',
    priority: 'interactive',
    leastCap: 512,
    mostCap: 512,
    end: 'length',
    tokensPerSecond: 13.9,
    promptTokens: 40,
  };
  expect(queue.cutCalls(at(10))).toEqual([
    { ...alike, ...titles, capReason: 'caller', calls: 2, lastAt: at(30) },
    { ...alike, subCaller: null, capReason: 'time', calls: 1, lastAt: at(10) },
  ]);
  expect(queue.cutCalls(at(30))).toMatchObject([{ subCaller: 'titles', calls: 1 }]);
  expect(queue.cutCalls(at(31))).toEqual([]);
});

test('the same cap of a caller again and again stands out; what hearth works out counts as one', () => {
  const queue = temporaryQueue();
  for (let made = 0; made < 29; made += 1) cut(queue, { cap: 1024, reason: 'caller' });
  cut(queue, { cap: 2048, reason: 'caller' }, { priority: 'batch' });
  for (const cap of [1500, 1400, 1600]) {
    cut(queue, { cap, after: cap }, { priority: cap === 1500 ? 'user' : 'batch' });
  }
  cut(queue, { cap: 1700, end: 'deadline' });
  expect(queue.cutCalls(at(0))).toMatchObject([
    { calls: 29, capReason: 'caller', leastCap: 1024, mostCap: 1024, priority: 'interactive' },
    { calls: 3, capReason: 'time', leastCap: 1400, mostCap: 1600, priority: null, end: 'length' },
    { calls: 1, capReason: 'caller', leastCap: 2048, mostCap: 2048, priority: 'batch' },
    { calls: 1, capReason: 'time', leastCap: 1700, mostCap: 1700, end: 'deadline' },
  ]);
});

test('the runs of a job count as that job', () => {
  const queue = temporaryQueue();
  for (const after of [20, 10]) {
    const { id } = enqueued(queue);
    cut(queue, { after, reason: 'caller' }, { consumer: name(`run ${id}`), runId: id });
  }
  const gone = { consumer: name<ConsumerName>('run 99'), runId: runId(99) };
  cut(queue, { reason: 'caller' }, gone);
  expect(queue.cutCalls(at(0))).toMatchObject([
    { calls: 2, job: digest, consumer: null, lastAt: at(20) },
    { calls: 1, job: null, consumer: 'run 99' },
  ]);
});
