import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

import type { Instant, Seconds } from '@hearth/words';

/** Decides whether the wall clock may be believed. */
export interface ClockGate {
  /** True once schedules may go by the clock. */
  trusts(now: Instant): boolean;
  /** True where the clock is known to be synchronised, or kept by hardware. */
  isSynchronised(): boolean;
  /** Asks for the first time; resolves when that is answered. */
  start(): Promise<void>;
  close(): void;
}

/** How the gate learns of the clock, and what it does when it has learnt. */
export interface GateOptions {
  /** Asked again and again until it says yes. */
  readonly ask: () => Promise<boolean>;
  /** After so long, by the monotonic clock, the wall clock is believed all the same, and that is said aloud. */
  readonly wait: Seconds;
  /** The latest time that a synchronised clock has shown before this start; null where none has. */
  readonly mark: Instant | null;
  readonly log: (line: string) => void;
  /** The clock has come to be synchronised. */
  readonly synchronised: () => void;
  /** The wait is over without it. */
  readonly gaveUp: () => void;
}

/** Between two questions, in milliseconds. */
const ASK_EVERY = 2000;

/**
 * Opens as soon as the clock is synchronised, or after `wait`. A Pi has no clock of its own: at boot it goes on from
 * where it was switched off, or from 1970, until the network has told it the time.
 */
export function createClockGate(options: GateOptions): ClockGate {
  const { ask, wait, mark, log } = options;
  let state: 'waiting' | 'synchronised' | 'unsynchronised' = 'waiting';
  let again: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined;
  let isClosed = false;

  function learn(answer: boolean): void {
    // The answer to a question that was under way then: nobody waits for it, and no timer may outlive the gate.
    if (isClosed) return;
    if (!answer) {
      again = setTimeout(askAgain, ASK_EVERY);
      return;
    }
    clearTimeout(giveUp);
    state = 'synchronised';
    options.synchronised();
  }

  function askAgain(): void {
    ask().then(learn, (error: unknown) => {
      log(`it cannot be told whether the clock is synchronised: ${String(error)}`);
      learn(false);
    });
  }

  function stopWaiting(): void {
    state = 'unsynchronised';
    log(`the clock is not synchronised after ${wait} s: schedules go by it all the same`);
    options.gaveUp();
  }

  return {
    trusts(now) {
      if (state === 'synchronised') return true;
      // An unsynchronised clock that shows less than a synchronised one has shown before is plainly wrong.
      return state === 'unsynchronised' && (mark === null || now >= mark);
    },
    isSynchronised: () => state === 'synchronised',
    async start() {
      const first = await ask();
      if (!first && !isClosed) {
        log(`the clock is not synchronised yet: schedules wait for it, for at most ${wait} s`);
        giveUp = setTimeout(stopWaiting, wait * 1000);
      }
      learn(first);
    },
    close() {
      isClosed = true;
      clearTimeout(again);
      clearTimeout(giveUp);
    },
  };
}

/**
 * True where the wall clock can be believed: systemd says that it is synchronised, the machine has a clock of its own,
 * or systemd does not run this machine, so that nobody here could tell.
 */
export async function systemClockIsSynchronised(): Promise<boolean> {
  if (!(await exists('/run/systemd/system'))) return true;
  if (await exists('/dev/rtc0')) return true;
  if (await exists('/run/systemd/timesync/synchronized')) return true;
  // Other programs than systemd's own may keep the time; the kernel knows, and timedatectl asks it.
  const { stdout } = await promisify(execFile)(
    'timedatectl',
    ['show', '--property=NTPSynchronized', '--value'],
    { timeout: 5000 },
  );
  return stdout.trim() === 'yes';
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
