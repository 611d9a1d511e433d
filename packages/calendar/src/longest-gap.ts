import { after, between, instant, seconds, type Instant, type Seconds } from '@hearth/words';
import { gaps } from './gaps.ts';
import { nextSpan } from './next-span.ts';
import { spans } from './spans.ts';
import type { Span, Window } from './window.ts';

/**
 * The longest time that starts within `days` times 24 hours after `from` and that neither the windows nor the single
 * spans of `reserved` take: what does not fit into it cannot be started in these days. The gap in which they end
 * counts whole, to the next opening; where nothing opens any more the answer is `Infinity`. Zero means no gap.
 */
export function longestGap(
  windows: readonly Window[],
  from: Instant,
  days: number,
  reserved: readonly Span[] = [],
): Seconds {
  const until = after(from, seconds(days * 86_400));
  const taken = [...windows.flatMap((window) => spans(window, from, until)), ...reserved];
  let longest = seconds(0);
  for (const gap of gaps(taken, from, until)) {
    const closes = gap.closes < until ? gap.closes : nextOpening(windows, reserved, until);
    const length = closes === null ? seconds(Infinity) : between(gap.opens, closes);
    if (length > longest) longest = length;
  }
  return longest;
}

/** The first instant at or after `from` at which something opens. */
function nextOpening(
  windows: readonly Window[],
  reserved: readonly Span[],
  from: Instant,
): Instant | null {
  let first: Instant | null = null;
  const opening = windows.map((window) => nextSpan(window, instant(from - 1)));
  for (const span of [...opening, ...reserved]) {
    if (span === null || span.opens < from) continue;
    if (first === null || span.opens < first) first = span.opens;
  }
  return first;
}
