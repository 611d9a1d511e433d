import { after, instant, name, runId, seconds, type JobName } from '@hearth/words';
import { expect, test } from 'vitest';

import type { JobStanding } from './house.ts';
import {
  gpu,
  HALF_PAST_EIGHT,
  house,
  job,
  running,
  schedule,
  standing,
  workday,
} from './house.test.helper.ts';
import { plan } from './plan.ts';

const standings = (...all: JobStanding[]) => new Map(all.map((one) => [one.job.name, one]));
const HOUR = 3600;
const nightly = (about: Partial<JobStanding> = {}): JobStanding =>
  standing({
    job: job({
      schedule: schedule({
        when: { kind: 'cron', expression: '0 10 * * *', timeZone: 'Europe/London' },
      }),
    }),
    promise: seconds(HOUR),
    ...about,
  });

test('a run that becomes due inside the window starts as it closes, and says so', () => {
  const { foreseen } = plan(
    house({ windows: [workday] }),
    standings(nightly()),
    [],
    after(HALF_PAST_EIGHT, seconds(24 * HOUR)),
  );
  expect(foreseen).toMatchObject([
    {
      dueAt: Date.parse('2026-01-05T10:00:00Z'),
      fate: { kind: 'starts', at: Date.parse('2026-01-05T17:30:00Z'), behindWindow: true },
    },
  ]);
});

test('two runs of one class follow each other, the more urgent one first', () => {
  const other = job({ name: name<JobName>('other'), priority: 'user' });
  const { foreseen } = plan(
    house({ running: [running({ remaining: seconds(100) })] }),
    standings(standing({ promise: seconds(60) }), standing({ job: other, promise: seconds(30) })),
    [
      { run: runId(1), job: job().name, priority: 'batch', runAt: HALF_PAST_EIGHT },
      { run: runId(2), job: other.name, priority: 'user', runAt: HALF_PAST_EIGHT },
    ],
    after(HALF_PAST_EIGHT, seconds(HOUR)),
  );
  const starts = foreseen.map(({ run, fate }) => [
    run,
    fate.kind === 'starts' ? (fate.at - HALF_PAST_EIGHT) / 1000 : null,
  ]);
  expect(starts).toEqual([
    [2, 100],
    [1, 130],
  ]);
});

test('instants that come due while the job is still running are skipped', () => {
  const every = job({ schedule: schedule({ when: { kind: 'every', every: seconds(600) } }) });
  const { foreseen } = plan(
    house(),
    standings(standing({ job: every, promise: seconds(900) })),
    [],
    after(HALF_PAST_EIGHT, seconds(HOUR)),
  );
  const fates = foreseen.map(({ fate }) => fate.kind);
  expect(fates).toEqual(['starts', 'skipped', 'starts', 'skipped', 'starts']);
});

test('what fits no gap misses its window for ever', () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  const { foreseen } = plan(
    house({ windows: [{ ...workday, days }] }),
    standings(nightly({ promise: seconds(20 * HOUR) })),
    [],
    after(HALF_PAST_EIGHT, seconds(24 * HOUR)),
  );
  expect(foreseen).toMatchObject([{ class: gpu, fate: { kind: 'misses', never: true } }]);
});

test('the days on which the clocks change are marked', () => {
  const { clockChanges } = plan(
    house({ now: instant(Date.parse('2026-03-28T12:00:00Z')) }),
    standings(),
    [],
    instant(Date.parse('2026-03-30T12:00:00Z')),
  );
  expect(clockChanges).toEqual([Date.parse('2026-03-29T00:00:00Z')]);
});
