import type { Found } from '../report.ts';
import { summary } from '../statistics.ts';
import { verdict, type Bound, type Verdict } from '../verdict.ts';
import type { Arena } from './arena.ts';
import { CONTENDERS, type Key } from './contenders.ts';
import type { Drill } from './contender.ts';
import type { Round } from './drill.ts';
import { interleaved, rows, type Laps } from './rounds.ts';

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

/** Which is held against which, and against what bound. A bound only where both survive the same, or the peer less. */
const PAIRS: readonly (readonly [Key, Key, Bound | null])[] = [
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

/** The bounded ratios have come to rest when the median of each is in doubt by no more than this part of it. */
const AT_REST = 0.05;

/** Claims and completes runs one at a time. */
export async function completing(arena: Arena, say: (sentence: string) => void): Promise<Found> {
  const laps = await interleaved(arena, {
    keys: COMPLETING,
    roundOf: (key) => roundOf('complete', key),
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
        rows: rows(laps, (lap, key) => roundOf('complete', key).runs / lap.seconds),
      },
      {
        title: 'The same rounds: time of processors for one run, in all processes',
        unit: 'µs',
        rows: rows(laps, (lap, key) => (lap.processor / roundOf('complete', key).runs) * 1e6),
      },
    ],
    verdicts: PAIRS.flatMap(([ours, theirs, bound]) => compared(laps, ours, theirs, bound)),
  };
}

/**
 * So many runs that a round takes about a second: whoever waits for the disk each time gets fewer. The warm-up is long
 * enough for SQLite's log to have reached its 4 MB, after which it is written over and no longer grows, which syncs much
 * faster: the least that anyone writes for a run is two pages of 1 KiB.
 */
export function roundOf(drill: Drill, key: Key): Round {
  const runs = CONTENDERS[key].survives === 'a power cut' ? 400 : 4000;
  return { drill, warmUp: 2000, runs };
}

function compared(laps: Laps, ours: Key, theirs: Key, bound: Bound | null): Verdict[] {
  const all = rows(laps, (lap, key) => roundOf('complete', key).runs / lap.seconds);
  const own = all.find(({ name }) => name === CONTENDERS[ours].name);
  const other = all.find(({ name }) => name === CONTENDERS[theirs].name);
  if (own === undefined || other === undefined) return [];
  return [verdict(`${own.name} / ${other.name}`, own, other, bound)];
}

function isAtRest(laps: Laps): boolean {
  return PAIRS.every(([ours, theirs, bound]) => {
    if (bound === null) return true;
    return compared(laps, ours, theirs, bound).every(
      ({ figures }) => summary(figures).doubt <= AT_REST,
    );
  });
}
