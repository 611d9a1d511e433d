import { readdirSync } from 'node:fs';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { bare } from './bare.ts';
import type { Contender, Drill } from './contender.ts';
import { drill } from './drill.ts';
import { hearth } from './hearth.ts';

const round = { warmUp: 2, runs: 5 };

const cases: readonly [string, Drill, () => Contender][] = [
  ['hearth completes', 'complete', () => hearth('normal', 'briefly')],
  ['hearth completes as the gateway asks it', 'complete', () => hearth('full', 'fully')],
  ['hearth adds', 'add', () => hearth('full', 'briefly')],
  ['hearth fires a schedule', 'fire', () => hearth('full', 'briefly')],
  ['bare statements complete', 'complete', () => bare('full')],
  ['bare statements add', 'add', () => bare('normal')],
];

test.each(cases)('%s, twice, each time from an empty store', async (_, kind, make) => {
  await using folder = await temporaryFolder();
  const contender = make();
  const first = await drill(contender, { drill: kind, ...round }, folder.path);
  const second = await drill(contender, { drill: kind, ...round }, folder.path);
  expect(first.seconds).toBeGreaterThan(0);
  expect(second.seconds).toBeGreaterThan(0);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a contender that runs out of runs is not timed', async () => {
  await using folder = await temporaryFolder();
  const contender = hearth('normal', 'briefly');
  const short: Contender = {
    ...contender,
    fill: (place, ready) => contender.fill(place, ready - 1),
  };
  await expect(drill(short, { drill: 'complete', ...round }, folder.path)).rejects.toThrow(
    'No run is ready',
  );
});

test('a contender is not asked for what it cannot do', async () => {
  await using folder = await temporaryFolder();
  await expect(drill(bare('normal'), { drill: 'fire', ...round }, folder.path)).rejects.toThrow(
    'cannot be drilled to fire',
  );
});
