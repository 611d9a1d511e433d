import { after, instant, name, runId, seconds, type JobName, type Priority } from '@hearth/words';
import { NO_TURNS_YET, type TurnState } from '@hearth/turns';
import { expect, test } from 'vitest';

import { choose, type Candidate } from './choose.ts';
import { gpu, render } from './house.test.helper.ts';

const NOW = instant(1_800_000_000_000);

function candidate(
  id: number,
  priority: Priority,
  waited: number,
  about: Partial<Candidate> = {},
): Candidate {
  const since = after(NOW, seconds(-waited));
  return {
    run: runId(id),
    job: name<JobName>(`job-${id}`),
    priority,
    class: gpu,
    readyAt: since,
    waitingSince: since,
    ...about,
  };
}

const free = new Map([
  [gpu, 1],
  [render, 1],
]);

test('the most urgent goes first, then the one that waited longest', () => {
  const line = [candidate(1, 'batch', 900), candidate(2, 'user', 10), candidate(3, 'user', 20)];
  expect(choose(line, free, new Map(), NOW)?.candidate.run).toBe(3);
});

test('a class without a free place holds up no other class', () => {
  const line = [candidate(1, 'user', 900), candidate(2, 'batch', 10, { class: render })];
  expect(choose(line, new Map([[render, 1]]), new Map(), NOW)?.candidate.run).toBe(2);
});

test('what waited past six hours gets one place after at most four grants to higher ones', () => {
  let turns: TurnState = NO_TURNS_YET;
  const order: number[] = [];
  for (let round = 0; round < 10; round++) {
    const line = [candidate(99, 'batch', 7 * 3600), candidate(round, 'user', 10)];
    const chosen = choose(line, free, new Map([[gpu, turns]]), NOW);
    if (chosen === null) break;
    turns = chosen.turns;
    order.push(chosen.candidate.run);
  }
  expect(order).toEqual([0, 1, 2, 3, 99, 5, 6, 7, 8, 99]);
});

test('with nobody in line nothing is chosen', () => {
  expect(choose([], free, new Map(), NOW)).toBeNull();
});
