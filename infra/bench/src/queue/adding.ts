import type { Table } from '../report.ts';
import type { Arena } from './arena.ts';
import { LAPS, roundOf, runsOf } from './completing.ts';
import type { Drill } from './contender.ts';
import type { Key } from './contenders.ts';
import { interleaved, rows } from './rounds.ts';

const ROUNDS = 9;

/** Everyone who accepts runs one at a time. */
const ADDING: readonly Key[] = [
  'hearth',
  'plainjob',
  'bullmq',
  'bullmqSnapshots',
  'bare',
  'hearthFull',
  'plainjobFull',
  'bullmqFull',
  'bareFull',
];

/** Accepts runs one at a time, and makes those of a schedule one instant at a time. For the record. */
export async function adding(
  arena: Arena,
  say: (sentence: string) => void,
): Promise<readonly Table[]> {
  const accepting = 'Enqueue, one run at a time';
  const firing = 'Fire a schedule, one instant at a time';
  return [
    await measured(arena, accepting, 'add', ADDING, say),
    await measured(arena, firing, 'fire', ['hearth', 'hearthFull'], say),
  ];
}

async function measured(
  arena: Arena,
  title: string,
  drill: Drill,
  keys: readonly Key[],
  say: (sentence: string) => void,
): Promise<Table> {
  const laps = await interleaved(arena, {
    keys,
    roundOf: (key) => roundOf(drill, key),
    laps: LAPS,
    atLeast: ROUNDS,
    atMost: ROUNDS,
    settled: () => true,
    say: (sentence) => say(`${title}: ${sentence}`),
  });
  const perSecond = rows(laps, (lap, key) => runsOf(key) / lap.seconds);
  return { title, unit: 'runs a second', rows: perSecond };
}
