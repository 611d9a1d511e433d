import { after, instant, name, seconds, type BudgetName } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  gpu,
  HALF_PAST_EIGHT,
  house,
  job,
  nas,
  render,
  running,
  standing,
  workday,
} from './house.test.helper.ts';
import { obstacles } from './obstacles.ts';

const kinds = (...args: Parameters<typeof obstacles>): string[] =>
  obstacles(...args).map((obstacle) => obstacle.kind);

test('nothing stands in the way of a job whose class has a place', () => {
  expect(obstacles(standing(), 'batch', house())).toEqual([]);
});

test('every obstacle is told, not only the first', () => {
  const budget = name<BudgetName>('digest');
  const all = obstacles(
    standing({
      job: job({ needs: [nas], budget }),
      pausedSince: HALF_PAST_EIGHT,
      promise: seconds(3600),
    }),
    'batch',
    house({
      windows: [workday],
      served: new Set(),
      running: [running({ job: job().name })],
      probes: new Map([
        [nas, { state: 'down', since: HALF_PAST_EIGHT, detail: 'connection refused' }],
      ]),
      budgets: new Map([
        [
          budget,
          { allowance: seconds(60), left: seconds(0), resets: after(HALF_PAST_EIGHT, seconds(60)) },
        ],
      ]),
    }),
  );
  expect(all.map((obstacle) => obstacle.kind)).toEqual([
    'paused',
    'no_runner',
    'need_down',
    'window_ahead',
    'budget_spent',
    'job_running',
    'class_full',
  ]);
});

test('the render class never waits for the GPU class', () => {
  const full = house({ running: [running()] });
  expect(kinds(standing(), 'batch', full)).toEqual(['class_full']);
  expect(kinds(standing({ job: job({ class: render }) }), 'batch', full)).toEqual([]);
});

test('a run starts when its promise ends exactly as the window opens, and not a moment later', () => {
  const before = house({ windows: [workday] });
  expect(kinds(standing({ promise: seconds(1800) }), 'batch', before)).toEqual([]);
  expect(kinds(standing({ promise: seconds(1800.001) }), 'batch', before)).toEqual([
    'window_ahead',
  ]);
});

test('a window does not bind the priorities that it admits', () => {
  const inside = house({ windows: [workday], now: after(HALF_PAST_EIGHT, seconds(3600)) });
  expect(kinds(standing(), 'user', inside)).toEqual([]);
  expect(kinds(standing(), 'batch', inside)).toEqual(['window_open']);
});

test('an open window says when the promise fits for the first time', () => {
  const inside = house({ windows: [workday], now: after(HALF_PAST_EIGHT, seconds(3600)) });
  expect(obstacles(standing(), 'batch', inside)).toMatchObject([
    { kind: 'window_open', fitsAt: Date.parse('2026-01-05T17:30:00Z') },
  ]);
});

test('a promise longer than every gap of eight days fits nowhere', () => {
  const always = { ...workday, days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const };
  const [obstacle] = obstacles(
    standing({ promise: seconds(16 * 3600) }),
    'batch',
    house({ windows: [always] }),
  );
  expect(obstacle).toMatchObject({ kind: 'window_ahead', fitsAt: null });
});

test('a reservation binds batch work and lets through what a person waits for', () => {
  const reserved = house({
    reservations: [
      { class: gpu, span: { opens: instant(0), closes: after(HALF_PAST_EIGHT, seconds(60)) } },
    ],
  });
  expect(kinds(standing(), 'batch', reserved)).toEqual(['window_open']);
  expect(kinds(standing(), 'user', reserved)).toEqual([]);
});

test('a need that nobody has looked at is not taken to be up', () => {
  expect(kinds(standing({ job: job({ needs: [nas] }) }), 'batch', house())).toEqual([
    'need_unknown',
  ]);
});
