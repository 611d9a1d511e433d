import { readdirSync } from 'node:fs';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { bare } from './bare.ts';
import type { Contender, Drill } from './contender.ts';
import { Driller } from './drill.ts';
import { hearth } from './hearth.ts';

const round = { laps: 2, warmUp: 2, lead: 1, runs: 5 };

const cases: readonly [string, Drill, () => Contender][] = [
  ['hearth completes', 'complete', () => hearth('normal', 'briefly')],
  ['hearth completes as the gateway asks it', 'complete', () => hearth('full', 'fully')],
  ['hearth adds', 'add', () => hearth('full', 'briefly')],
  ['hearth fires a schedule', 'fire', () => hearth('full', 'briefly')],
  ['bare statements complete', 'complete', () => bare('full')],
  ['bare statements add', 'add', () => bare('normal')],
];

test.each(cases)('%s, a store serves its laps, and then comes a new one', async (_, kind, make) => {
  await using folder = await temporaryFolder();
  const driller = new Driller(make(), folder.path);
  const stores: string[][] = [];
  for (let lap = 0; lap < 3; lap += 1) {
    expect((await driller.lap({ drill: kind, ...round })).seconds).toBeGreaterThan(0);
    stores.push(readdirSync(folder.path));
  }
  expect(stores.map((found) => found.length)).toEqual([1, 0, 1]);
  expect(stores[2]).not.toEqual(stores[0]);
  await driller.close();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a contender that runs out of runs is not timed', async () => {
  await using folder = await temporaryFolder();
  const contender = hearth('normal', 'briefly');
  const short: Contender = {
    ...contender,
    fill: (place) => contender.fill(place, round.warmUp + round.lead + round.runs - 1),
  };
  const driller = new Driller(short, folder.path);
  await expect(driller.lap({ drill: 'complete', ...round })).rejects.toThrow('No run is ready');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a contender is not asked for what it cannot do', async () => {
  await using folder = await temporaryFolder();
  const driller = new Driller(bare('normal'), folder.path);
  await expect(driller.lap({ drill: 'fire', ...round })).rejects.toThrow(
    'cannot be drilled to fire',
  );
});
