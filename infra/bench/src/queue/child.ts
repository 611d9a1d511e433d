/** The process of one contender: `child.ts <key> <folder>`. It drills when it is told to, and ends with its parent. */
import { Unavailable } from '../unavailable.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import { Driller, type Round } from './drill.ts';
import type { Lap } from './stopwatch.ts';

/** What it says first. */
export type Hello = { readonly ok: true } | { readonly ok: false; readonly why: string };
/** What it says to each {@link Round}. */
export type Answer =
  | { readonly ok: true; readonly lap: Lap }
  | { readonly ok: false; readonly error: string };

const [key = '', folder = ''] = process.argv.slice(2);

try {
  const driller = new Driller(CONTENDERS[key as Key].make(), folder);
  process.on('message', (round: Round) => {
    driller.lap(round).then(
      (lap) => say({ ok: true, lap }),
      (error: unknown) => say({ ok: false, error: String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
  say({ ok: true });
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  say({ ok: false, why: error.message });
}

function say(word: Hello | Answer): void {
  process.send?.(word);
}
