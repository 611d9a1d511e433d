import type {
  BudgetName,
  CallId,
  ConsumerName,
  Instant,
  MachineName,
  Priority,
  RunId,
  Seconds,
  Tokens,
} from '@hearth/words';

import { priorityAt } from '../runs/run.ts';

/** One model call, as the record keeps it. */
export interface Call {
  readonly id: CallId;
  readonly consumer: ConsumerName;
  /** The name that the caller gave itself by its path, where it did. */
  readonly subCaller: string | null;
  /** The run whose attempt made it. */
  readonly runId: RunId | null;
  readonly budget: BudgetName | null;
  readonly priority: Priority;
  /** The API it came in by. */
  readonly api: string;
  readonly model: string | null;
  readonly machine: MachineName | null;
  readonly arrivedAt: Instant;
  /** When it got a slot; null where it never did. */
  readonly admittedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** How long it waited for a slot, by the monotonic clock; null while it waits. */
  readonly waited: Seconds | null;
  /** How long it held the slot, by the monotonic clock; null while it does, or where it never did. */
  readonly ran: Seconds | null;
  readonly promptTokens: Tokens | null;
  readonly answerTokens: Tokens | null;
  readonly cap: Tokens | null;
  readonly capReason: CapReason | null;
  /** The decode rate that was measured. */
  readonly tokensPerSecond: number | null;
  /** How it ended: `stop`, `length`, `deadline`, `hung-up`, `upstream`, `lost`, or the reason of a refusal. */
  readonly end: string | null;
}

/** Why a cap is what it is: the time its caller has, the context, or the caller's own number. */
export type CapReason = 'time' | 'context' | 'caller';

/** What a call costs its budget. */
export interface Charge {
  readonly budget: BudgetName;
  /** When the budget's period began. */
  readonly periodAt: Instant;
  /** How long the slot was held. */
  readonly seconds: Seconds;
}

/** A call as a statement answers it when it selects {@link CALL}. */
export type CallRow = Omit<Call, 'priority'> & { readonly priority: number };

/** The columns of a call, by the names of {@link Call}. */
export const CALL = [
  'call.id',
  'call.consumer',
  'call.sub_caller as subCaller',
  'call.run_id as runId',
  'call.budget',
  'call.priority',
  'call.api',
  'call.model',
  'call.machine',
  'call.arrived_at as arrivedAt',
  'call.admitted_at as admittedAt',
  'call.ended_at as endedAt',
  'call.waited_seconds as waited',
  'call.ran_seconds as ran',
  'call.prompt_tokens as promptTokens',
  'call.answer_tokens as answerTokens',
  'call.cap',
  'call.cap_reason as capReason',
  'call.tokens_per_second as tokensPerSecond',
  'call.end_reason as end',
] as const;

/** Makes a call of a row. */
export function toCall(row: CallRow): Call {
  return { ...row, priority: priorityAt(row.priority) };
}
