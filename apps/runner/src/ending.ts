import { constants } from 'node:os';

import type { Ending, Outcome } from '@hearth/words';

import type { AttemptRecord, ExitRecord, StopReason, StopRecord } from './records.ts';

/** Everything that is known of an attempt whose processes are proven gone. */
export interface Remains {
  readonly record: Pick<
    AttemptRecord,
    'place' | 'timeout_seconds' | 'grace_seconds' | 'memory_bytes'
  >;
  /** True when there is a record of where its process was. */
  readonly started: boolean;
  readonly exit: ExitRecord | null;
  readonly stop: StopRecord | null;
  /** How many of its processes outlived the one that hearth started, and were stopped. */
  readonly leftovers: number;
  /** Why there is no exit record, where there is none: "the machine was restarted while it ran". */
  readonly absence: string;
}

/**
 * How the attempt ended, by who ended it. An exit code or a signal alone tells nothing of that: 143 may be a
 * timeout, a person, or the job's own choice. So whoever stops an attempt writes that down beforehand, and what
 * the process did before it was asked to stop is its own end.
 */
export function endingOf(remains: Remains): Ending {
  const { exit, stop, started, absence } = remains;
  if (exit !== null && exit.not_started !== null)
    return ending('not_started', exit, exit.not_started);
  if (stop !== null && !endedBefore(exit, stop)) {
    return ending(outcomeOf(stop.reason), exit, [
      whyStopped(remains, stop),
      howItWent(remains, stop),
    ]);
  }
  if (exit === null) return ending(started ? 'lost' : 'not_started', null, absence);
  return ownEnd(remains, exit);
}

function ownEnd({ record, leftovers }: Remains, exit: ExitRecord): Ending {
  const left =
    leftovers === 0
      ? null
      : `${processes(leftovers)} that it had left behind ${leftovers === 1 ? 'was' : 'were'} stopped`;
  const killed = record.place === 'scope' ? (exit.oom_kills ?? 0) : 0;
  const memory = `the kernel killed ${processes(killed)} of it at its limit of ${record.memory_bytes / 2 ** 20} MiB`;
  if (exit.code === 0) return ending('exited', exit, [killed > 0 ? memory : null, left]);
  if (killed > 0) return ending('oom', exit, [memory, left]);
  // systemd ends a scope with all others; what a job does then is no failure of its own.
  if (exit.machine_stopping) {
    return ending('shutdown', exit, ['the machine was shut down while it ran', left]);
  }
  if (exit.signal === null) return ending('exited', exit, [`exited with code ${exit.code}`, left]);
  const name = signalName(exit.signal);
  const stranger = name === 'SIGKILL' || name === 'SIGTERM' ? ', which hearth did not send' : '';
  return ending('signalled', exit, [`ended by ${name}${stranger}`, left]);
}

function ending(
  outcome: Outcome,
  exit: ExitRecord | null,
  evidence: string | readonly (string | null)[],
): Ending {
  const text = [evidence]
    .flat()
    .filter((part) => part !== null)
    .join('; ');
  return {
    outcome,
    code: exit?.code ?? null,
    signal: exit === null || exit.signal === null ? null : signalName(exit.signal),
    evidence: text === '' ? null : text.slice(0, 1024),
  };
}

/** True when the process had ended before hearth asked it to. */
function endedBefore(exit: ExitRecord | null, stop: StopRecord): boolean {
  return exit !== null && exit.uptime_seconds < stop.asked_uptime_seconds;
}

function outcomeOf(reason: StopReason): Outcome {
  // An attempt that is no longer this runner's is reported to nobody; should it be, it was lost to this runner.
  return reason === 'stale' ? 'lost' : reason;
}

function whyStopped({ record }: Remains, { reason }: StopRecord): string {
  switch (reason) {
    case 'timeout':
      return `still running after its timeout of ${spoken(record.timeout_seconds)}`;
    case 'stopped_by_person':
      return 'stopped by a person';
    case 'stopped_by_window':
      return 'stopped because a reserving window opened';
    case 'shutdown':
      return 'stopped because its runner was shut down';
    case 'stale':
      return 'stopped because it was no longer this runner’s';
  }
}

function howItWent({ record, exit }: Remains, stop: StopRecord): string {
  if (stop.killed_uptime_seconds !== null) {
    return `it did not end within ${spoken(record.grace_seconds)} of SIGTERM and was killed`;
  }
  if (exit === null) return 'it ended after SIGTERM';
  const took = Math.max(0, exit.uptime_seconds - stop.asked_uptime_seconds);
  return `it ended ${spoken(took)} after SIGTERM`;
}

function processes(count: number): string {
  return count === 1 ? 'a process' : `${count} processes`;
}

/** A duration as a person says it: `0.4 s`, `12 s`, `45 min`, `1 h 30 min`. */
export function spoken(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${(minutes - rest) / 60} h ${rest} min`;
}

/** The name of a signal by its number on this machine: 9 is `SIGKILL`. */
export function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found === undefined ? `signal ${number}` : found[0];
}
