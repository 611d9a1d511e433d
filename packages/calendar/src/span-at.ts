import { instant, type Instant } from '@hearth/words';
import { spans } from './spans.ts';
import type { Span, Window } from './window.ts';

/** The span of `window` that is open at `now`, or null if it is closed. Throws as `spans` does. */
export function spanAt(window: Window, now: Instant): Span | null {
  return spans(window, now, instant(now + 1))[0] ?? null;
}
