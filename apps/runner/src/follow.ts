import { setImmediate } from 'node:timers/promises';

import type { Ending } from '@hearth/words';

import { Ender } from './ender.ts';
import { endingOf, type Remains } from './ending.ts';
import type { House } from './house.ts';
import { readOutput } from './output.ts';
import {
  hasRecord,
  readRecord,
  waitForRecord,
  type AttemptRecord,
  type StartedRecord,
  type StopReason,
} from './records.ts';
import { untilUptime } from './sleep.ts';
import { attemptFolder, type Supervisor } from './start.ts';

/** An attempt whose processes are proven gone. */
export interface Ended {
  readonly ending: Ending;
  /** How long its process ran; null where it never started or its end was not seen. */
  readonly durationSeconds: number | null;
}

/** What {@link follow} is told and tells. */
export interface Following {
  readonly supervisor: Supervisor;
  /** Resolves when somebody wants it stopped. */
  readonly stop: Promise<StopReason>;
  /** Its program runs, or ran, and that is where. */
  readonly onStarted: (where: StartedRecord) => void;
  /** hearth has begun to end it. */
  readonly onStopping: () => void;
}

/**
 * Follows an attempt from its supervisor's start to its proven end, and ends it when its timeout has passed or
 * somebody wants it. The same for one that this runner started and for one that it found. Rejects only when the
 * runner leaves.
 */
export async function follow(
  house: House,
  record: AttemptRecord,
  { supervisor, stop, onStarted, onStopping }: Following,
): Promise<Ended> {
  const folder = attemptFolder(house, record.attempt_id);
  const gone = supervisor.gone;
  await waitForRecord(folder, ['started', 'exit'], gone, house.leaving);
  const where = readRecord(folder, 'started') ?? readRecord(folder, 'starting');
  // A name whose record cannot be read was left by a power cut.
  const started = where !== null || hasRecord(folder, 'started');
  const over = waitForRecord(folder, ['exit'], gone, house.leaving);
  const judged = async (known: Pick<Remains, 'stop' | 'leftovers' | 'absence'>): Promise<Ended> => {
    const exit = readRecord(folder, 'exit');
    const halt = readRecord(folder, 'halt');
    const ending = endingOf({ record, started, exit, halt, ...known });
    const ran = exit !== null && exit.not_started === null;
    return { ending, durationSeconds: ran ? exit.duration_seconds : null };
  };

  if (where === null || where.boot_id !== house.boot) {
    await over;
    const absence = started
      ? 'the machine was restarted while it ran'
      : await lastWords(folder, gone);
    return judged({ stop: readRecord(folder, 'stop'), leftovers: 0, absence });
  }
  if (hasRecord(folder, 'started')) onStarted(where);
  const ender = new Ender(house, record, where);
  const deadline = where.uptime_seconds + record.timeout_seconds;
  const reason = await firstOf(over, stop, deadline, house.leaving);
  if (reason !== null) {
    onStopping();
    await ender.stop(reason);
  }
  await over;
  const leftovers = await ender.sweep();
  const absence = hasRecord(folder, 'exit')
    ? ''
    : `${await gone}, so how the job ended was not seen`;
  return judged({ stop: ender.record, leftovers, absence });
}

/**
 * The reason why to stop; null when the attempt is over before there is one. One that is over has ended by itself,
 * though its timeout be long past: a runner that comes back learns of both at once.
 */
async function firstOf(
  over: Promise<void>,
  stop: Promise<StopReason>,
  deadline: number,
  leaving: AbortSignal,
): Promise<StopReason | null> {
  const decided = new AbortController();
  const clock = untilUptime(deadline, AbortSignal.any([leaving, decided.signal]));
  const end = over.then(() => null);
  try {
    const reason = await Promise.race([end, stop, clock.then((): StopReason => 'timeout')]);
    return await Promise.race([end, setImmediate(reason)]);
  } finally {
    decided.abort();
  }
}

/** What is known of an attempt that ended before there was a process: its supervisor's end, and what was said. */
async function lastWords(folder: string, gone: Promise<string>): Promise<string> {
  const { last } = await readOutput(folder);
  const said = last === null ? '' : `: ${last.trim().slice(-500)}`;
  return `${await gone} before it had started anything${said}`;
}
