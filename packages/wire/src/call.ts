import type { Priority } from '@hearth/words';
import * as v from 'valibot';

import { durationSeconds, instantText, prioritySchema, wholeNumber } from './scalars.ts';

/** Why the cap of a call is what it is: the time its caller has, the context, or the caller's own number. */
export type CapReason = 'time' | 'context' | 'caller';

const capReasonSchema: v.GenericSchema<CapReason> = v.picklist(['time', 'context', 'caller']);

/** One model call, as the record keeps it. */
export interface Call {
  readonly id: number;
  readonly consumer: string;
  readonly run_id: number | null;
  readonly budget: string | null;
  readonly priority: Priority;
  readonly api: string;
  readonly model: string | null;
  readonly machine: string | null;
  readonly arrived_at: string;
  readonly admitted_at: string | null;
  readonly ended_at: string | null;
  /** How long it waited, so far where it still does. */
  readonly waited_seconds: number;
  /** How long it held the slot, so far where it still does; null where it never had one. */
  readonly ran_seconds: number | null;
  /** Its place in the line: 1 is next. Null where it does not wait. */
  readonly place: number | null;
  /** When it is likely to get its slot, if no other call comes; null where it does not wait, or nothing is known. */
  readonly expected_at: string | null;
  readonly prompt_tokens: number | null;
  readonly answer_tokens: number | null;
  readonly cap: number | null;
  readonly cap_reason: CapReason | null;
  /** Decode rate that was measured, in tokens per second. */
  readonly tokens_per_second: number | null;
  /** How it ended: `stop`, `length`, `deadline`, `hung-up`, `upstream`, `lost`, or the reason of a refusal. */
  readonly end: string | null;
}

export const callSchema: v.GenericSchema<Call> = v.object({
  id: wholeNumber,
  consumer: v.string(),
  run_id: v.nullable(wholeNumber),
  budget: v.nullable(v.string()),
  priority: prioritySchema,
  api: v.string(),
  model: v.nullable(v.string()),
  machine: v.nullable(v.string()),
  arrived_at: instantText,
  admitted_at: v.nullable(instantText),
  ended_at: v.nullable(instantText),
  waited_seconds: durationSeconds,
  ran_seconds: v.nullable(durationSeconds),
  place: v.nullable(wholeNumber),
  expected_at: v.nullable(instantText),
  prompt_tokens: v.nullable(wholeNumber),
  answer_tokens: v.nullable(wholeNumber),
  cap: v.nullable(wholeNumber),
  cap_reason: v.nullable(capReasonSchema),
  tokens_per_second: v.nullable(v.number()),
  end: v.nullable(v.string()),
});

/** A page of calls, the newest first. */
export interface CallPage {
  readonly calls: readonly Call[];
  readonly next: number | null;
}

export const callPageSchema: v.GenericSchema<CallPage> = v.object({
  calls: v.array(callSchema),
  next: v.nullable(wholeNumber),
});

/** Answers that were cut in the same way: of one caller, by one model, at the same cap. */
export interface TruncatedCalls {
  /** A consumer's name, with that of its sub-caller behind a slash; `job NAME` for all the runs of a job. */
  readonly consumer: string;
  readonly model: string | null;
  /** `length` at the cap, `deadline` before it came to that. */
  readonly end: 'length' | 'deadline';
  /** Whose cap it was. */
  readonly cap_reason: CapReason | null;
  /** The lowest and the highest cap among them: the same where the caller set it. */
  readonly cap_least: number | null;
  readonly cap_most: number | null;
  /** How many calls. */
  readonly calls: number;
  /** The cap that hearth would give such a call now, if its caller set none; null where it set none, or nothing is known. */
  readonly cap_by_hearth: number | null;
  readonly last_at: string;
}

/** What `GET /calls/truncated?since_seconds=604800` answers: who gets cut, and by whose cap, those most often cut first. */
export interface TruncatedList {
  readonly since_at: string;
  readonly truncated: readonly TruncatedCalls[];
  readonly next: null;
}

export const truncatedListSchema: v.GenericSchema<TruncatedList> = v.object({
  since_at: instantText,
  truncated: v.array(
    v.object({
      consumer: v.string(),
      model: v.nullable(v.string()),
      end: v.picklist(['length', 'deadline']),
      cap_reason: v.nullable(capReasonSchema),
      cap_least: v.nullable(wholeNumber),
      cap_most: v.nullable(wholeNumber),
      calls: wholeNumber,
      cap_by_hearth: v.nullable(wholeNumber),
      last_at: instantText,
    }),
  ),
  next: v.null(),
});

/** A machine as the gateway sees it. */
export interface MachineStatus {
  readonly name: string;
  readonly url: string;
  readonly state: 'up' | 'down' | 'unknown';
  /** What runs there, as it was declared or found out. */
  readonly api: string;
  readonly slots: number;
  readonly running: number;
  /** Slots whose call was cancelled, while the machine may still be at work on it. */
  readonly draining: number;
  /** False once a slot was freed by time alone and nothing has shown since that the machine is done with what it did there. */
  readonly proven_idle: boolean;
  readonly models: readonly {
    readonly name: string;
    readonly loaded: boolean;
    readonly context: number | null;
    readonly tokens_per_second: number | null;
    readonly aliases: readonly string[];
  }[];
}

export const machineStatusSchema: v.GenericSchema<MachineStatus> = v.object({
  name: v.string(),
  url: v.string(),
  state: v.picklist(['up', 'down', 'unknown']),
  api: v.string(),
  slots: wholeNumber,
  running: wholeNumber,
  draining: wholeNumber,
  proven_idle: v.boolean(),
  models: v.array(
    v.object({
      name: v.string(),
      loaded: v.boolean(),
      context: v.nullable(wholeNumber),
      tokens_per_second: v.nullable(v.number()),
      aliases: v.array(v.string()),
    }),
  ),
});

/** What `GET /machines` answers. */
export interface MachineList {
  readonly machines: readonly MachineStatus[];
  readonly next: null;
}

export const machineListSchema: v.GenericSchema<MachineList> = v.object({
  machines: v.array(machineStatusSchema),
  next: v.null(),
});
