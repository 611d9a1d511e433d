import * as v from 'valibot';

import { durationSeconds, randomId } from './scalars.ts';

/** A short command that the gateway has a runner carry out: a look at a command probe, or a notice. */
export interface Errand {
  /** Random; the end of the errand is reported under it. */
  readonly errand_id: string;
  /** Program and arguments; no shell takes them apart. */
  readonly command: readonly string[];
  /** What the program finds on its standard input; empty where there is nothing. */
  readonly input: string;
  /** After so long the runner ends every process of it. */
  readonly timeout_seconds: number;
}

/** What `POST /runners/:name/errands/:id` takes: how an errand ended. */
export interface ErrandReport {
  /** What the program exited with; null where it did not end by itself. */
  readonly code: number | null;
  /** The signal that ended it; null where none did. Where there is no code either, it could not be started. */
  readonly signal: string | null;
  /** The last line of its output, at most 500 characters, or why it was ended or could not be started; null where there is neither. */
  readonly detail: string | null;
}

export const errandSchema: v.GenericSchema<Errand> = v.object({
  errand_id: randomId,
  command: v.pipe(v.array(v.string()), v.minLength(1)),
  input: v.string(),
  timeout_seconds: durationSeconds,
});

export const errandReportSchema: v.GenericSchema<ErrandReport> = v.strictObject({
  code: v.nullable(v.pipe(v.number(), v.safeInteger())),
  signal: v.nullable(v.pipe(v.string(), v.maxLength(32))),
  detail: v.nullable(v.pipe(v.string(), v.maxLength(500))),
});
