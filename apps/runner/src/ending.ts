import { constants } from 'node:os';

import type { Ending, Outcome } from '@hearth/words';

import {
  howItWent,
  whatWasLeft,
  whoMemoryKilled,
  whyHalted,
  whyStopped,
  type Judged,
} from './evidence.ts';
import type { ExitRecord, HaltRecord, StopReason, StopRecord } from './records.ts';

/** Everything that is known of an attempt whose processes are proven gone. */
export interface Remains {
  readonly record: Judged;
  /** True when there is a record of where its process was. */
  readonly started: boolean;
  readonly exit: ExitRecord | null;
  readonly stop: StopRecord | null;
  /** That systemd ended the scope; null where it did not, and in plain mode. */
  readonly halt: HaltRecord | null;
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
  const { record, exit, stop, halt, started, absence } = remains;
  if (exit !== null && exit.not_started !== null)
    return ending('not_started', exit, exit.not_started);
  if (stop !== null && !endedBefore(exit, stop)) {
    return ending(outcomeOf(stop.reason), exit, [
      whyStopped(record, stop),
      howItWent(record, stop, exit),
    ]);
  }
  if (exit !== null) return ownEnd(remains, exit);
  if (halt !== null) {
    // systemd has killed the supervisor with the rest.
    return ending(outcomeOfHalt(halt) ?? 'lost', null, whyHalted(record, halt));
  }
  return ending(started ? 'lost' : 'not_started', null, absence);
}

function ownEnd(remains: Remains, exit: ExitRecord): Ending {
  const { record, leftovers, halt } = remains;
  const left = whatWasLeft(leftovers);
  const killed = record.place === 'scope' && (exit.oom_kills ?? 0) > 0;
  const memory = killed ? whoMemoryKilled(record, exit) : null;
  const halted = halt === null ? null : whyHalted(record, halt);
  if (exit.code === 0 && halt?.result !== 'timeout') return ending('exited', exit, [memory, left]);
  if (memory !== null) return ending('oom', exit, [memory, left]);
  if (halt !== null && halted !== null) {
    const outcome = outcomeOfHalt(halt);
    if (outcome !== null) return ending(outcome, exit, [halted, left]);
  }
  // systemd ends a scope with all others; what a job does then is no failure of its own.
  if (exit.machine_stopping) {
    return ending('shutdown', exit, ['the machine was shut down while it ran', left]);
  }
  if (exit.signal === null) {
    return ending('exited', exit, [`exited with code ${exit.code}`, halted, left]);
  }
  const name = signalName(exit.signal);
  const stranger = name === 'SIGKILL' || name === 'SIGTERM' ? ', which hearth did not send' : '';
  return ending('signalled', exit, [`ended by ${name}${stranger}`, halted, left]);
}

/** What an end is that systemd brought about; null where it did so on somebody's word, which is no end of its own. */
function outcomeOfHalt({ result, machine_stopping }: HaltRecord): Outcome | null {
  if (machine_stopping) return 'shutdown';
  if (result === 'oom-kill') return 'oom';
  return result === 'timeout' ? 'timeout' : null;
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

/** The name of a signal by its number on this machine: 9 is `SIGKILL`. */
export function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found === undefined ? `signal ${number}` : found[0];
}
