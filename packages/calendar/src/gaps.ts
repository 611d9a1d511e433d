import type { Instant } from '@hearth/words';
import type { Span } from './window.ts';

/**
 * The time from `from` to `until` that none of the spans takes, in order. The spans may come in any order, overlap,
 * and be those of several windows and others besides.
 */
export function gaps(taken: readonly Span[], from: Instant, until: Instant): Span[] {
  const free: Span[] = [];
  let opens = from;
  const inOrder = taken.filter((span) => span.opens < span.closes && span.opens < until);
  for (const span of inOrder.sort((a, b) => a.opens - b.opens)) {
    if (span.opens > opens) free.push({ opens, closes: span.opens });
    if (span.closes > opens) opens = span.closes;
  }
  if (opens < until) free.push({ opens, closes: until });
  return free;
}
