import type { Row } from '../report.ts';
import type { Arena } from './arena.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import type { Round } from './drill.ts';
import type { Lap } from './stopwatch.ts';

/** The laps of each contender, one for each round, in the order in which the contenders were given. */
export type Laps = ReadonlyMap<Key, readonly Lap[]>;

/** What is to be done in each round, and for how long. */
export interface Plan {
  readonly keys: readonly Key[];
  readonly roundOf: (key: Key) => Round;
  readonly atLeast: number;
  readonly atMost: number;
  /** After `atLeast` rounds: whether the figures have come to rest. */
  readonly settled: (laps: Laps) => boolean;
  readonly say: (sentence: string) => void;
}

/**
 * Lets the contenders take turns: each works once in every round, so that what slows the machine down for a while
 * slows them all down. One round before the first is not counted; it warms up. Who begins moves on with each round, so
 * that nobody always works in the wake of the same other.
 */
export async function interleaved(arena: Arena, plan: Plan): Promise<Laps> {
  const keys = arena.present(plan.keys);
  const laps = new Map<Key, Lap[]>(keys.map((key) => [key, []]));
  for (let round = 0; round <= plan.atMost; round += 1) {
    const first = round % keys.length;
    for (const key of [...keys.slice(first), ...keys.slice(0, first)]) {
      const lap = await arena.drill(key, plan.roundOf(key));
      if (round > 0) laps.get(key)?.push(lap);
    }
    plan.say(round === 0 ? 'warmed up' : `round ${round} of at most ${plan.atMost}`);
    if (round >= plan.atLeast && plan.settled(laps)) break;
  }
  return laps;
}

/** The rounds as rows of a table. */
export function rows(laps: Laps, figureOf: (lap: Lap, key: Key) => number): Row[] {
  return [...laps].map(([key, own]) => ({
    name: CONTENDERS[key].name,
    terms: CONTENDERS[key].survives,
    figures: own.map((lap) => figureOf(lap, key)),
  }));
}
