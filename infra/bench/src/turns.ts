/** What each contender found, one lap for each round, in the order in which the contenders were given. */
export type Turns<Key, Lap> = ReadonlyMap<Key, readonly Lap[]>;

/** What is to be done in each round, and for how long. */
export interface TurnsPlan<Key, Lap> {
  readonly keys: readonly Key[];
  readonly drill: (key: Key) => Promise<Lap>;
  readonly atLeast: number;
  readonly atMost: number;
  /** After `atLeast` rounds: whether the figures have come to rest. */
  readonly settled: (turns: Turns<Key, Lap>) => boolean;
  readonly say: (sentence: string) => void;
}

/**
 * Lets the contenders take turns: each works once in every round, so that what slows the machine down for a while
 * slows them all down. One round before the first is not counted; it warms up. Who begins moves on with each round, so
 * that nobody always works in the wake of the same other.
 */
export async function takeTurns<Key, Lap>(plan: TurnsPlan<Key, Lap>): Promise<Turns<Key, Lap>> {
  const { keys } = plan;
  const laps = new Map<Key, Lap[]>(keys.map((key) => [key, []]));
  for (let round = 0; round <= plan.atMost; round += 1) {
    const first = round % keys.length;
    for (const key of [...keys.slice(first), ...keys.slice(0, first)]) {
      const lap = await plan.drill(key);
      if (round > 0) laps.get(key)?.push(lap);
    }
    plan.say(round === 0 ? 'warmed up' : `round ${round} of at most ${plan.atMost}`);
    if (round >= plan.atLeast && plan.settled(laps)) break;
  }
  return laps;
}
