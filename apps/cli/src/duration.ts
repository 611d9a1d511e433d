import { parseDuration } from '@hearth/manifest';
import type { Seconds } from '@hearth/words';

import { Problem } from './problem.ts';

/** The duration that a flag gives, as the manifest writes one: `90m`, `2h`. Throws a {@link Problem} where it is none. */
export function durationOf(flag: string, text: string): Seconds {
  const read = parseDuration(text);
  if (read.ok) return read.value;
  throw new Problem(`${flag}: ${read.message}`, read.hint, 2);
}
