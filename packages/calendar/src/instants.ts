import type { Instant } from '@hearth/words';
import { nextInstant } from './next-instant.ts';
import type { Schedule } from './schedule.ts';

/**
 * The instants later than `afterExclusive` and up to `untilInclusive` at which `schedule` is due, in order, and no
 * more than the first `limit` of them. Throws as `nextInstant` does.
 */
export function instants(
  schedule: Schedule,
  afterExclusive: Instant,
  untilInclusive: Instant,
  limit: number,
): Instant[] {
  const due: Instant[] = [];
  let last = afterExclusive;
  while (due.length < limit) {
    const next = nextInstant(schedule, last);
    if (next === null || next > untilInclusive) break;
    due.push(next);
    last = next;
  }
  return due;
}
