import {
  callId,
  tokens,
  type BudgetName,
  type CallId,
  type ConsumerName,
  type Instant,
  type JobName,
  type Priority,
  type RunId,
  type Tokens,
} from '@hearth/words';

import { priorityAt } from '../runs/run.ts';
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

/**
 * Counts in one walk over the cut calls. Caps that a caller sets itself are told apart by their number: the same one again
 * and again is a setting of that caller's. Those that hearth works out differ from call to call and count as one.
 */
const callsCut = statement('callsCut', (db, p: { since: Instant }) =>
  db
    .selectFrom('call')
    .leftJoin('run', 'run.id', 'call.run_id')
    .select((eb) => [
      'run.job',
      eb.case().when('run.job', 'is', null).then(eb.ref('call.consumer')).end().as('holder'),
      'call.sub_caller as subCaller',
      'call.model',
      'call.cap_reason as capReason',
      'call.end_reason as end',
      eb.fn.countAll<number>().as('calls'),
      eb.fn.min('call.cap').as('leastCap'),
      eb.fn.max('call.cap').as('mostCap'),
      eb.fn.min('call.priority').as('highest'),
      eb.fn.max('call.priority').as('lowest'),
      eb.fn.avg<number | null>('call.tokens_per_second').as('tokensPerSecond'),
      eb.fn.avg<number | null>('call.prompt_tokens').as('promptTokens'),
      eb.fn.max('call.ended_at').as('lastAt'),
    ])
    .where('call.end_reason', 'in', ['length', 'deadline'])
    .where('call.ended_at', '>=', p.since)
    .groupBy((eb) => [
      'run.job',
      'holder',
      'call.sub_caller',
      'call.model',
      'call.cap_reason',
      'call.end_reason',
      eb.case().when('call.cap_reason', '=', 'caller').then(eb.ref('call.cap')).end(),
    ])
    .orderBy('calls', 'desc')
    .orderBy('lastAt', 'desc'),
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

/** Answers that were cut in the same way: of one caller, by one model, by the same cap. */
export interface CutCalls {
  /** The job whose runs made them; null where no run did, or it is gone. */
  readonly job: JobName | null;
  /** Who made them, where that was no run of a job. */
  readonly consumer: ConsumerName | null;
  readonly subCaller: string | null;
  readonly model: string | null;
  /** Of all of them; null where it was now this one and now that. */
  readonly priority: Priority | null;
  readonly capReason: CapReason | null;
  /** The lowest and the highest cap among them: the same where the caller set it. */
  readonly leastCap: Tokens | null;
  readonly mostCap: Tokens | null;
  /** `length` at its cap, `deadline` before it came to that. */
  readonly end: 'length' | 'deadline';
  /** How many. */
  readonly calls: number;
  /** On average, where it was measured. */
  readonly tokensPerSecond: number | null;
  /** The length of their prompts on average, where it was counted. */
  readonly promptTokens: Tokens | null;
  readonly lastAt: Instant;
}

/** Who has had answers cut by their cap or deadline since then, those most often cut first. */
export function cutCalls(store: Store, since: Instant): readonly CutCalls[] {
  return store.all(callsCut, { since }).flatMap((row) => {
    const { highest, lowest, holder, end, promptTokens, lastAt, ...cut } = row;
    if (lastAt === null || (end !== 'length' && end !== 'deadline')) return [];
    return [
      {
        ...cut,
        consumer: holder,
        end,
        priority: highest === lowest ? priorityAt(highest) : null,
        promptTokens: promptTokens === null ? null : tokens(Math.ceil(promptTokens)),
        lastAt,
      },
    ];
  });
}
