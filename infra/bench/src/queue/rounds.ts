import type { Row } from '../report.ts';
import { takeTurns, type Turns, type TurnsPlan } from '../turns.ts';
import type { Arena } from './arena.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import type { Round } from './drill.ts';
import type { Lap } from './stopwatch.ts';

/** The laps of each contender. */
export type Laps = Turns<Key, Lap>;

/** What is to be done in each round, and for how long. */
export interface Plan extends Omit<TurnsPlan<Key, Lap>, 'drill'> {
  readonly roundOf: (key: Key) => Round;
}

/** Lets those of the contenders that take part take turns. */
export async function interleaved(arena: Arena, { roundOf, ...plan }: Plan): Promise<Laps> {
  return takeTurns({
    ...plan,
    keys: arena.present(plan.keys),
    drill: async (key) => arena.drill(key, roundOf(key)),
  });
}

/** The rounds as rows of a table. */
export function rows(laps: Laps, figureOf: (lap: Lap, key: Key) => number): Row[] {
  return [...laps].map(([key, own]) => ({
    name: CONTENDERS[key].name,
    terms: CONTENDERS[key].survives,
    figures: own.map((lap) => figureOf(lap, key)),
  }));
}
