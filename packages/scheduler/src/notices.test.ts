import { after, runId, seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { HALF_PAST_EIGHT, house, job, standing } from './house.test.helper.ts';
import { concerns, deathNotice, type JobRecord } from './notices.ts';

const DAY = 86_400;

function record(about: Partial<JobRecord> = {}): JobRecord {
  return {
    standing: standing({ promise: seconds(100) }),
    goodSince: HALF_PAST_EIGHT,
    parked: null,
    skippedInARow: 0,
    running: null,
    ...about,
  };
}

const told = (about: Partial<JobRecord>): string[] =>
  concerns(record(about), house()).flatMap(({ notice }) =>
    notice === null ? [] : [notice.message],
  );

test('a job that does well is no concern, and every key says so', () => {
  expect(concerns(record(), house())).toEqual([
    { key: 'stale:digest', notice: null },
    { key: 'parked:digest', notice: null },
    { key: 'skipped:digest', notice: null },
    { key: 'overdue:digest', notice: null },
  ]);
});

test('a job that has not succeeded for longer than stale_after is told of', () => {
  const strict = standing({ job: job({ staleAfter: seconds(3 * DAY) }) });
  const since = (days: number) => after(HALF_PAST_EIGHT, seconds(-days * DAY));
  expect(told({ standing: strict, goodSince: since(3) })).toEqual([]);
  expect(told({ standing: strict, goodSince: since(4) })).toEqual([
    'digest has not succeeded for 4d; it should within 3d. See: hearth runs --job digest',
  ]);
});

const parked = (minutes: number): Partial<JobRecord> => ({
  parked: { run: runId(7), probe: 'nas', since: after(HALF_PAST_EIGHT, seconds(-60 * minutes)) },
});

test('a run that is parked for over an hour is told of', () => {
  expect(told(parked(60))).toEqual([]);
  expect(told(parked(90))).toEqual([
    'Run 7 of digest waits for nas, which has been down for 1h30m. See: hearth why 7',
  ]);
});

test('three skipped instants in a row are told of', () => {
  expect(told({ skippedInARow: 2 })).toEqual([]);
  expect(told({ skippedInARow: 3 })).toHaveLength(1);
});

test('a run that takes much longer than promised is told of, and one that takes a little longer is not', () => {
  expect(told({ running: { run: runId(7), elapsed: seconds(160) } })).toEqual([]);
  expect(told({ running: { run: runId(7), elapsed: seconds(161) } })).toHaveLength(1);
});

test('a death names the run, why, and both ways on', () => {
  expect(deathNotice(runId(12), job().name, 'exit code 3; 3 of 3 attempts').message).toBe(
    'Run 12 of digest is dead: exit code 3; 3 of 3 attempts. See: hearth logs 12; to repeat it: hearth retry 12',
  );
});
