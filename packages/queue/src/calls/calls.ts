import {
  callId,
  type BudgetName,
  type CallId,
  type ConsumerName,
  type Instant,
  type RunId,
} from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { CALL, toCall, type Call, type CapReason } from './call.ts';

interface Filter {
  readonly consumer: ConsumerName | null;
  readonly budget: BudgetName | null;
  readonly model: string | null;
  readonly end: string | null;
  readonly before: CallId;
  readonly limit: number;
}

/** Walks back from the newest call until enough of them fit. */
const callsNewest = statement('callsNewest', (db, p: Filter) =>
  db
    .selectFrom('call')
    .select(CALL)
    .where('id', '<', p.before)
    .where((eb) => eb.or([eb(eb.val(p.consumer), 'is', null), eb('consumer', '=', p.consumer)]))
    .where((eb) => eb.or([eb(eb.val(p.budget), 'is', null), eb('budget', '=', p.budget)]))
    .where((eb) => eb.or([eb(eb.val(p.model), 'is', null), eb('model', '=', p.model)]))
    .where((eb) => eb.or([eb(eb.val(p.end), 'is', null), eb('end_reason', '=', p.end)]))
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const callsOfRun = statement('callsOfRun', (db, p: { runId: RunId }) =>
  db.selectFrom('call').select(CALL).where('run_id', '=', p.runId).orderBy('id'),
);

const callsCut = statement('callsCut', (db, p: { since: Instant }) =>
  db
    .selectFrom('call')
    .select((eb) => [
      'consumer',
      'sub_caller as subCaller',
      'model',
      'cap_reason as capReason',
      eb.fn.countAll<number>().as('calls'),
      eb.fn.max('ended_at').as('lastAt'),
    ])
    .where('end_reason', 'in', ['length', 'deadline'])
    .where('ended_at', '>=', p.since)
    .groupBy(['consumer', 'sub_caller', 'model', 'cap_reason'])
    .orderBy('calls', 'desc'),
);

/** Which calls to list; each filter that is given must fit. */
export interface CallsRequest {
  readonly consumer?: ConsumerName | undefined;
  readonly budget?: BudgetName | undefined;
  readonly model?: string | undefined;
  readonly end?: string | undefined;
  /** At most so many. */
  readonly limit: number;
  /** Only older ones than this: the `next` of the page before. */
  readonly before?: CallId | undefined;
}

/** Some calls, the newest first, and where the next page begins; null on the last one. */
export interface CallsPage {
  readonly calls: readonly Call[];
  readonly next: CallId | null;
}

/** Lists the record of calls, the newest first. */
export function calls(store: Store, request: CallsRequest): CallsPage {
  const { consumer = null, budget = null, model = null, end = null, limit } = request;
  const before = request.before ?? callId(Number.MAX_SAFE_INTEGER);
  // One more than wanted tells whether there is another page.
  const found = store.all(callsNewest, { consumer, budget, model, end, before, limit: limit + 1 });
  const page = found.slice(0, limit).map((row) => toCall(row));
  return { calls: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** The calls that the attempts of a run have made, the oldest first. */
export function callsOf(store: Store, runId: RunId): readonly Call[] {
  return store.all(callsOfRun, { runId }).map((row) => toCall(row));
}

/** Whose answers were cut, and by whose cap. */
export interface CutCalls {
  readonly consumer: ConsumerName;
  readonly subCaller: string | null;
  readonly model: string | null;
  readonly capReason: CapReason | null;
  /** How many. */
  readonly calls: number;
  readonly lastAt: Instant;
}

/** Who has had answers cut by their cap or deadline since then, those most often cut first. */
export function cutCalls(store: Store, since: Instant): readonly CutCalls[] {
  return store.all(callsCut, { since }).flatMap(({ lastAt, ...cut }) => {
    return lastAt === null ? [] : [{ ...cut, lastAt }];
  });
}
