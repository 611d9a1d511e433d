import { callId, rank, type CallId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mend, mendOrNull } from '../texts.ts';
import type { Call } from './call.ts';

/** A call that has arrived. */
export type ArrivedCall = Pick<
  Call,
  'consumer' | 'subCaller' | 'runId' | 'budget' | 'priority' | 'api' | 'model' | 'arrivedAt'
>;

const callInsert = statement('callInsert', (db, p: ArrivedCall & { rank: number }) =>
  db.insertInto('call').values({
    consumer: p.consumer,
    sub_caller: p.subCaller,
    run_id: p.runId,
    budget: p.budget,
    priority: p.rank,
    api: p.api,
    model: p.model,
    arrived_at: p.arrivedAt,
  }),
);

/** Begins the record of a call. It stays open until `endCall`, or until the next start finds it lost. */
export function openCall(store: Store, call: ArrivedCall): CallId {
  const row = {
    ...call,
    subCaller: mendOrNull(call.subCaller),
    api: mend(call.api),
    model: mendOrNull(call.model),
    rank: rank(call.priority),
  };
  // One statement is a transaction by itself: a call waits for this before it is sent.
  return callId(store.run(callInsert, row).lastId);
}
