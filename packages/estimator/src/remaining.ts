import { seconds, type Seconds } from '@hearth/words';
import type { Estimate } from './estimate.ts';

/** A run that is still going has at least this left: nobody can plan with "0 s left". */
const LEAST = 1;

/**
 * How long a run that has been going for `elapsed` probably still takes; always more than 0. Within the promise that is
 * the rest of it. Once the promise is broken it is taken for a run of the longest kind that is still counted, and past
 * that for one that is halfway through. It is never said to go on past the ceiling, where it would be killed.
 */
export function remaining(
  estimate: Pick<Estimate, 'promise' | 'longest' | 'ceiling'>,
  elapsed: Seconds,
): Seconds {
  const end = [estimate.promise, estimate.longest ?? 0].find((candidate) => candidate > elapsed);
  const left = (end ?? 2 * elapsed) - elapsed;
  return seconds(Math.max(LEAST, Math.min(left, estimate.ceiling - elapsed)));
}
