import type { Found } from '../report.ts';
import { summary } from '../statistics.ts';
import { verdict, type Bound, type Verdict } from '../verdict.ts';
import type { Arena } from './arena.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import type { Drill } from './contender.ts';
import type { Round } from './drill.ts';
import { interleaved, rows, type Laps } from './rounds.ts';
import type { Lap } from './stopwatch.ts';

/** Everyone who completes runs. */
export const COMPLETING: readonly Key[] = [
  'hearth',
  'plainjob',
  'plainjobWorker',
  'bullmq',
  'bullmqSnapshots',
  'bare',
  'hearthFull',
  'hearthSteps',
  'plainjobFull',
  'bullmqFull',
  'bareFull',
];

const THREE_TIMES: Bound = { atLeast: 3 };

type Pair = readonly [Key, Key, Bound | null];

/** Which is held against which, and against what bound. A bound only where both survive the same, or the peer less. */
const PAIRS: readonly Pair[] = [
  ['hearth', 'plainjob', THREE_TIMES],
  ['hearth', 'plainjobWorker', THREE_TIMES],
  ['hearth', 'bullmq', THREE_TIMES],
  ['hearth', 'bullmqSnapshots', THREE_TIMES],
  ['hearth', 'bare', null],
  ['hearthFull', 'plainjobFull', null],
  ['hearthFull', 'bullmqFull', null],
  ['hearthFull', 'bareFull', null],
  ['hearthFull', 'plainjob', null],
  ['hearthFull', 'bullmq', null],
];

const BOUNDED = PAIRS.filter(([, , bound]) => bound !== null);

/** The bounded ratios have come to rest when the median of each is in doubt by no more than this part of it. */
const AT_REST = 0.05;

/** Claims and completes runs one at a time. */
export async function completing(arena: Arena, say: (sentence: string) => void): Promise<Found> {
  const laps = await interleaved(arena, {
    keys: COMPLETING,
    roundOf: (key) => roundOf('complete', key),
    laps: LAPS,
    atLeast: 9,
    atMost: 17,
    settled: isAtRest,
    say,
  });
  return {
    tables: [
      {
        title: 'Claim and complete, one run at a time',
        unit: 'runs a second',
        rows: rows(laps, perSecond),
      },
      {
        title: 'The same rounds: time of processors for one run, in all processes',
        unit: 'µs',
        rows: rows(laps, (lap, key) => (lap.processor / runsOf(key)) * 1e6),
      },
    ],
    verdicts: [
      ...PAIRS.flatMap((pair) => compared(laps, pair, perSecond)),
      // For the record: what waits for a disk that others use as well is left out here, on both sides.
      ...BOUNDED.flatMap(([ours, theirs]) =>
        compared(laps, [ours, theirs, null], perProcessorSecond, ', by processor'),
      ),
    ],
  };
}

/** So many laps make a round. */
export const LAPS = 4;

/**
 * So few runs that a lap takes about a quarter of a second at most: whoever waits for the disk each time gets fewer, and a store
 * that lasts for ten rounds, because its warm-up waits as well. That is long enough for SQLite's log to have reached its 4 MB,
 * after which it is written over and no longer grows, which syncs much faster: the least that anyone writes for a run is two
 * pages of 1 KiB.
 */
export function roundOf(drill: Drill, key: Key): Round {
  const warmUp = 2000;
  return CONTENDERS[key].survives === 'a power cut'
    ? { drill, laps: 10 * LAPS, warmUp, lead: 10, runs: 100 }
    : { drill, laps: LAPS, warmUp, lead: 100, runs: 1000 };
}

/** The runs of a contender that are timed in a round. */
export function runsOf(key: Key): number {
  return roundOf('complete', key).runs * LAPS;
}

function perSecond(lap: Lap, key: Key): number {
  return runsOf(key) / lap.seconds;
}

function perProcessorSecond(lap: Lap, key: Key): number {
  return runsOf(key) / lap.processor;
}

function compared(
  laps: Laps,
  [ours, theirs, bound]: Pair,
  figureOf: (lap: Lap, key: Key) => number,
  by = '',
): Verdict[] {
  const all = rows(laps, figureOf);
  const own = all.find(({ name }) => name === CONTENDERS[ours].name);
  const other = all.find(({ name }) => name === CONTENDERS[theirs].name);
  if (own === undefined || other === undefined) return [];
  return [verdict(`${own.name} / ${other.name}${by}`, own, other, bound)];
}

function isAtRest(laps: Laps): boolean {
  return BOUNDED.flatMap((pair) => compared(laps, pair, perSecond)).every(
    ({ figures }) => summary(figures).doubt <= AT_REST,
  );
}
