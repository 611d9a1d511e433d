import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel lists it. */
export interface Process {
  readonly pid: number;
  readonly group: number;
  readonly session: number;
  /** When it began, in clock ticks since boot: with the pid it names one process of this boot and no other. */
  readonly startTicks: number;
  /** False for one that has ended and only waits for its parent to ask. */
  readonly living: boolean;
}

/** The process of that number, or null. */
export function lookUp(pid: number): Process | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  return text === null ? null : parseStat(text);
}

/** True while the very process lives that had this number and began at this tick. */
export function lives(pid: number, startTicks: number): boolean {
  const found = lookUp(pid);
  return found !== null && found.living && found.startTicks === startTicks;
}

/** Every process there is. */
export function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => lookUp(Number(name)))
    .filter((found) => found !== null);
}

/** Program and arguments of a process; empty when it is gone. */
export function argumentsOf(pid: number): string[] {
  return (readOrNull(`/proc/${pid}/cmdline`) ?? '').split('\0').slice(0, -1);
}

/**
 * Reads a line of `/proc/PID/stat`, whose second field is the program's name in parentheses and may itself hold
 * spaces and parentheses. A process whose first thread has ended while others live on is listed as a zombie and
 * is none.
 */
export function parseStat(text: string): Process | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (field: number): number => Number(fields[field - 3]);
  const pid = Number.parseInt(text, 10);
  const startTicks = number(22);
  if (Number.isNaN(pid) || Number.isNaN(startTicks)) return null;
  const ended = /^[ZXx]$/.test(fields[0] ?? '') && number(20) <= 1;
  return { pid, group: number(5), session: number(6), startTicks, living: !ended };
}

/** The kernel's id of this boot. */
export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/** Seconds since boot, by a clock that nobody sets. */
export function uptime(): number {
  return Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
}

/** The text of a file of `/proc`; null when its process is gone, which may happen while it is read. */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // A process that may not be looked at is another user's, and so is none of hearth's.
    if (code !== undefined && /^(ENOENT|ESRCH|EACCES|EPERM)$/.test(code)) return null;
    throw error;
  }
}
