import { PRIORITIES } from '@hearth/words';
import { expect, test } from 'vitest';

import { LINE, lineOf } from './line.ts';

test('what waits stands by priority, ready before scheduled, behind what is done', () => {
  const ready = PRIORITIES.map((priority) => lineOf('ready', priority));
  const scheduled = PRIORITIES.map((priority) => lineOf('scheduled', priority));
  const places = [lineOf('succeeded', 'user', true), lineOf('succeeded', 'user')];
  const all = [...places, ...ready, ...scheduled];
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect([ready[0], ready.at(-1), scheduled[0]]).toEqual([
    LINE.ready,
    LINE.lastReady,
    LINE.scheduled,
  ]);
});

test('a run that is claimed keeps its place', () => {
  for (const priority of PRIORITIES) {
    expect(lineOf('running', priority)).toBe(lineOf('ready', priority));
  }
});
