import type { Row } from '../report.ts';
import { takeTurns, type Turns, type TurnsPlan } from '../turns.ts';
import type { Arena } from './arena.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import type { Round } from './drill.ts';
import type { Lap } from './stopwatch.ts';

/** The rounds of each contender, the laps of a round taken together. */
export type Laps = Turns<Key, Lap>;

/** What is to be done in each round, and for how long. */
export interface Plan extends Omit<TurnsPlan<Key, Lap>, 'drill'> {
  readonly roundOf: (key: Key) => Round;
  /** In a round everybody does so many laps, and the contenders take turns after each of them. */
  readonly laps: number;
}

/**
 * Lets those of the contenders that take part take turns, lap by lap: a lap takes a fraction of a second, so that
 * what slows the machine down meanwhile slows all of them down. The first round is not counted.
 */
export async function interleaved(
  arena: Arena,
  { roundOf, laps, atLeast, atMost, settled, say, keys }: Plan,
): Promise<Laps> {
  // The first lap of the first round is the turn that is never counted.
  const turnsOf = (rounds: number) => (rounds + 1) * laps - 1;
  let turn = 0;
  const turns = await takeTurns<Key, Lap>({
    keys: arena.present(keys),
    drill: async (key) => arena.drill(key, roundOf(key)),
    atLeast: turnsOf(atLeast),
    atMost: turnsOf(atMost),
    settled: (so) => turn % laps === 0 && settled(folded(so, laps)),
    say: () => {
      turn += 1;
      if (turn % laps !== 0) return;
      say(turn === laps ? 'warmed up' : `round ${turn / laps - 1} of at most ${atMost}`);
    },
  });
  return folded(turns, laps);
}

/** The laps of each round added up, without those of the first round. */
function folded(turns: Turns<Key, Lap>, laps: number): Laps {
  return new Map(
    Array.from(turns, ([key, own]) => {
      const rounds: Lap[] = [];
      for (let first = laps - 1; first + laps <= own.length; first += laps) {
        rounds.push(own.slice(first, first + laps).reduce(sum));
      }
      return [key, rounds];
    }),
  );
}

function sum(a: Lap, b: Lap): Lap {
  return { seconds: a.seconds + b.seconds, processor: a.processor + b.processor };
}

/** The rounds as rows of a table. */
export function rows(laps: Laps, figureOf: (lap: Lap, key: Key) => number): Row[] {
  return [...laps].map(([key, own]) => ({
    name: CONTENDERS[key].name,
    terms: CONTENDERS[key].survives,
    figures: own.map((lap) => figureOf(lap, key)),
  }));
}
