import type { Queue } from '@hearth/queue';
import { bytes, seconds, type Instant } from '@hearth/words';

/** What is over is kept for so long, up to so many of each kind, and while the file is not larger than this. */
const KEEP = { age: seconds(90 * 86_400), count: 50_000, bytes: bytes(256 * 2 ** 20) };
/** Between two rounds, in milliseconds. */
const ROUND = 3_600_000;
/** Between two batches of one round, in milliseconds: other work goes first. */
const PAUSE = 50;

/** Takes away what is old and empties the log, once an hour, in small steps. Answers how to stop that. */
export function startUpkeep(
  queue: Queue,
  now: () => Instant,
  log: (line: string) => void,
): () => void {
  let timer = setTimeout(step, ROUND);

  function step(): void {
    let wait = ROUND;
    try {
      const removed = queue.retention({ ...KEEP, now: now() });
      if (removed.more) wait = PAUSE;
      else if (queue.counts().running === 0) queue.checkpoint();
    } catch (error) {
      // A full disk is no reason to end: the next round may find room again.
      log(`the upkeep of the queue failed: ${String(error)}`);
    }
    timer = setTimeout(step, wait);
  }

  return () => clearTimeout(timer);
}
