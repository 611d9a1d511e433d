import type { Finding, Verdict } from '../doctor/finding.ts';
import { marked, say, type Io, type Mark } from '../io.ts';
import { plain } from './plain.ts';

/** A finding and the check that made it. */
export interface Found extends Finding {
  readonly check: string;
}

const MARKS: Readonly<Record<Verdict, Mark>> = { ok: 'green', warning: 'yellow', fault: 'red' };

/** Writes a line for each finding, what to change below it, and the count of what is wrong at the end. */
export function sayFindings(io: Io, found: readonly Found[]): void {
  for (const { check, verdict, says, mend } of found) {
    say(io, `${marked(io, MARKS[verdict], verdict.padEnd(8))} ${check.padEnd(9)} ${plain(says)}`);
    if (mend !== null) say(io, `${' '.repeat(19)}${marked(io, 'bold', '→')} ${plain(mend)}`);
  }
  const count = (wanted: Verdict): number =>
    found.filter(({ verdict }) => verdict === wanted).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  say(
    io,
    '',
    `${faults} ${faults === 1 ? 'fault' : 'faults'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
  );
}
