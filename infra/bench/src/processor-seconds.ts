import { readFileSync } from 'node:fs';

/** The unit of the times in /proc/PID/stat: it has been a hundredth of a second on every Linux for decades. */
const TICKS_PER_SECOND = 100;

/** Processor seconds that a process has spent so far, in all its threads. Throws where there is no such process. */
export function processorSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may hold anything; 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
