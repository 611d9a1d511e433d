/** How bad a thing is: nothing to do, better mended, or hearth does not work as it should. */
export type Verdict = 'ok' | 'warning' | 'fault';

/** One thing that the doctor looked at. */
export interface Finding {
  readonly verdict: Verdict;
  /** What is so, in a sentence without its full stop. */
  readonly says: string;
  /** What to change, as a command or a line where that is possible; null where nothing has to be. */
  readonly mend: string | null;
}

/** All is well. */
export function ok(says: string): Finding {
  return { verdict: 'ok', says, mend: null };
}

/** hearth works, and something is better changed. */
export function warning(says: string, mend: string): Finding {
  return { verdict: 'warning', says, mend };
}

/** hearth does not work, or not as the operator must believe. */
export function fault(says: string, mend: string): Finding {
  return { verdict: 'fault', says, mend };
}
