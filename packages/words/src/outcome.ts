/** How an attempt ended. `exited` carries a code, `signalled` a signal; see {@link Ending}. */
export const OUTCOMES = [
  'exited',
  'signalled',
  'timeout',
  'oom',
  'stopped_by_window',
  'stopped_by_person',
  'shutdown',
  'lost',
  'not_started',
] as const;

/** One of {@link OUTCOMES}. */
export type Outcome = (typeof OUTCOMES)[number];

/** The whole truth about the end of an attempt, as its runner saw it. */
export interface Ending {
  readonly outcome: Outcome;
  /** The exit code of the command, where it exited by itself. */
  readonly code: number | null;
  /** The signal that ended the command, like `SIGKILL`, where one did. */
  readonly signal: string | null;
  /** One sentence with the proof: "killed by the kernel at 2 GiB", "no such file: /opt/digest/bin/digest". */
  readonly evidence: string | null;
}

/** Exit code by which a job says "not now, and it is not my fault": `EX_TEMPFAIL` of sysexits.h. */
export const EX_TEMPFAIL = 75;
