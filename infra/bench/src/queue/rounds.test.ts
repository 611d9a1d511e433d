import { temporaryFolder } from '@hearth/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';

import { Arena } from './arena.ts';
import type { Key } from './contenders.ts';
import { interleaved, rows } from './rounds.ts';

const LAPS = 2;
const round = { drill: 'complete', laps: LAPS, warmUp: 1, lead: 1, runs: 3 } as const;

test('the contenders take turns, the first round is not counted, and it ends when the figures are at rest', async () => {
  await using folder = await temporaryFolder();
  await using arena = await Arena.open(['hearth', 'bare'], folder.path);
  const order: Key[] = [];
  const said: string[] = [];
  const laps = await interleaved(arena, {
    keys: ['hearth', 'bare'],
    roundOf: (key) => {
      order.push(key);
      return round;
    },
    laps: LAPS,
    atLeast: 2,
    atMost: 9,
    settled: (seen) => (seen.get('bare')?.length ?? 0) >= 3,
    say: (sentence) => said.push(sentence),
  });
  const twoLaps = ['hearth', 'bare', 'bare', 'hearth'];
  expect(order).toEqual([...twoLaps, ...twoLaps, ...twoLaps, ...twoLaps]);
  expect(said).toEqual(['warmed up', ...[1, 2, 3].map((nth) => `round ${nth} of at most 9`)]);
  const table = rows(laps, ({ seconds }) => (LAPS * round.runs) / seconds);
  expect(table.map(({ name, terms, figures }) => [name, terms, figures.length])).toEqual([
    ['hearth, normal', 'a crash', 3],
    ['bare better-sqlite3, normal (the limit)', 'a crash', 3],
  ]);
  expect(table.flatMap(({ figures }) => figures).every((rate) => rate > 0)).toBe(true);
});

test('a peer that this machine has not got is skipped, says why, and the others go on', async () => {
  await using folder = await temporaryFolder();
  vi.stubEnv('PATH', folder.path);
  onTestFinished(() => void vi.unstubAllEnvs());
  await using arena = await Arena.open(['bullmq', 'bare'], folder.path);
  expect(arena.skipped).toEqual([
    'BullMQ, Redis log synced each second: redis-server is not installed (apt-get install redis-server)',
  ]);
  expect(arena.present(['bullmq', 'bare'])).toEqual(['bare']);
});

test('what goes wrong in the process of a contender is told by its name', async () => {
  await using folder = await temporaryFolder();
  await using arena = await Arena.open(['bare'], folder.path);
  await expect(arena.drill('bare', { ...round, drill: 'fire' })).rejects.toThrow(
    'bare better-sqlite3, normal (the limit): Error: This contender cannot be drilled to fire.',
  );
});
