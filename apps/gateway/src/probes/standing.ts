import type { Probe } from '@hearth/manifest';
import type { ProbeStanding } from '@hearth/scheduler';
import type { Instant } from '@hearth/words';

import type { Sight } from './look.ts';

/** What is known of a probe, and how many looks in a row spoke against it. */
export interface Watched extends ProbeStanding {
  readonly against: number;
}

/** Nobody has looked yet. */
export const UNSEEN: Watched = { state: 'unknown', since: null, detail: null, against: 0 };

/**
 * What is known after one more look. The first look decides alone; after it the state changes only when `down_after`
 * failed looks, or `up_after` good ones, came in a row, so that one lost packet parks nothing.
 */
export function afterLook(before: Watched, sight: Sight, probe: Probe, now: Instant): Watched {
  const seen = sight.up ? 'up' : 'down';
  if (before.state === 'unknown') {
    return { state: seen, since: now, detail: sight.detail, against: 0 };
  }
  if (before.state === seen) return { ...before, detail: sight.detail, against: 0 };
  const against = before.against + 1;
  const needed = sight.up ? probe.upAfter : probe.downAfter;
  if (against < needed) return { ...before, against };
  return { state: seen, since: now, detail: sight.detail, against: 0 };
}
