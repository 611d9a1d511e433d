import { StorageError } from '@hearth/queue';
import { between, type Instant } from '@hearth/words';

import type { ClockGate } from '../clock.ts';
import type { RunsContext } from './context.ts';
import { fire } from './fire.ts';
import { nextMoment } from './next-moment.ts';
import { snapshot, type Snapshot } from './snapshot.ts';
import { countPassedOver, stopForWindows } from './windows.ts';

/** The part that time alone moves: schedules, backoffs, windows. */
export interface Scheduler {
  /** Looks at the house now, and again whenever the clock changes something. */
  look(): void;
  /** Why it must be taken for stuck, in a sentence; null while it looks. */
  fault(): string | null;
  close(): void;
}

/** It looks twice a minute; after so many seconds without a look, by the monotonic clock, it will not look again. */
const STUCK = 120;

/** After the disk took nothing, it is tried again in so long, in milliseconds. */
const AFTER_TROUBLE = 10_000;

/** Makes a scheduler; the first look is for the caller to take. */
export function createScheduler(context: RunsContext, gate: ClockGate): Scheduler {
  let lastLook: Instant = context.now();
  let looked = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function look(): void {
    if (closed) return;
    clearTimeout(timer);
    looked = performance.now();
    try {
      const seen = lookOnce(context, gate, lastLook);
      lastLook = seen.house.now;
      const wait = between(lastLook, nextMoment(context, seen)) * 1000;
      timer = setTimeout(look, Math.max(10, wait));
    } catch (error) {
      // A disk that is full or read-only is no reason to end: nothing was half done, and it is done later.
      if (!(error instanceof StorageError)) throw error;
      context.log(`the schedules wait for the disk: ${error.message} ${error.hint}`);
      timer = setTimeout(look, AFTER_TROUBLE);
    }
  }

  return {
    look,
    fault() {
      const idle = (performance.now() - looked) / 1000;
      if (closed || idle < STUCK) return null;
      return `the scheduler has not looked at the house for ${Math.round(idle)} s`;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Does all that is due at this instant, and wakes whoever waits for work. `lastLook` is when that was done before. */
export function lookOnce(
  context: RunsContext,
  gate: Pick<ClockGate, 'trusts' | 'isSynchronised'>,
  lastLook: Instant,
): Snapshot {
  const now = context.now();
  const fired = gate.trusts(now) && fire(context, now);
  // Only along with something that is written anyway: a mark at each look would wear out the card.
  if (fired && gate.isSynchronised()) context.queue.setClockMark(now);
  context.queue.makeDue(now);
  // The same instant as above: what comes due while this is under way must not fall between two looks.
  const seen = snapshot(context, now);
  stopForWindows(context, seen);
  countPassedOver(context, seen, now < lastLook ? now : lastLook);
  wantProbes(context, seen);
  context.bell.ring();
  return seen;
}

/** Probes are looked at only while a ready run waits for what they look at. */
function wantProbes({ queue, probes }: RunsContext, { standings }: Snapshot): void {
  const waiting = queue.heads(standings.keys());
  probes.want(new Set(waiting.flatMap((run) => standings.get(run.job)?.job.needs ?? [])));
}
