import { after, name, runId, seconds, type JobName } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  HALF_PAST_EIGHT,
  house,
  job,
  nas,
  running,
  standing,
  workday,
} from './house.test.helper.ts';
import { why, type AskedRun } from './why.ts';

const ready: AskedRun = {
  id: runId(12),
  state: 'ready',
  priority: 'batch',
  runAt: HALF_PAST_EIGHT,
  note: null,
};

test('thirty seconds before the workday a long promise does not start, and the sentence has the numbers', () => {
  const now = after(HALF_PAST_EIGHT, seconds(1770));
  const told = why(
    ready,
    standing({ promise: seconds(1277) }),
    [],
    house({ windows: [workday], now }),
  );
  expect(told.verdict).toBe('waiting');
  expect(told.reasons.map((reason) => reason.message)).toEqual([
    'window workday opens in 30 s; the promise is 21m17s (longest of the last five, run 381)',
  ]);
});

test('a full class names the run that holds it and about how long it will', () => {
  const told = why(ready, standing(), [], house({ running: [running()] }));
  expect(told.reasons[0]?.message).toBe('class gpu is taken by run 402 (training), about 12m left');
});

test('a need that is down says for how long and what was seen', () => {
  const told = why(
    ready,
    standing({ job: job({ needs: [nas] }) }),
    [],
    house({
      probes: new Map([
        [
          nas,
          {
            state: 'down',
            since: after(HALF_PAST_EIGHT, seconds(-7200)),
            detail: 'connection refused',
          },
        ],
      ]),
    }),
  );
  expect(told.reasons[0]?.message).toBe('probe nas has been down for 2h: connection refused');
});

test('what fits no gap can never start, and the answer says what would mend it', () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  const told = why(
    ready,
    standing({ promise: seconds(16 * 3600) }),
    [],
    house({ windows: [{ ...workday, days }] }),
  );
  expect(told.verdict).toBe('never');
  expect(told.reasons[0]?.mend).toContain('shorten the window');
});

test('a run of a job that is no longer declared can never start', () => {
  expect(why(ready, null, [], house())).toMatchObject({
    verdict: 'never',
    reasons: [{ code: 'not_declared' }],
  });
});

test('a run in backoff says when it is due and why it was put off', () => {
  const scheduled: AskedRun = {
    ...ready,
    state: 'scheduled',
    runAt: after(HALF_PAST_EIGHT, seconds(25)),
    note: 'failed: exit code 3',
  };
  expect(why(scheduled, standing(), [], house()).reasons[0]?.message).toBe(
    'it is due in 25 s (failed: exit code 3)',
  );
});

test('a run that only waits for others says who goes first', () => {
  const ahead = {
    run: runId(11),
    job: name<JobName>('other'),
    priority: 'user' as const,
    readyAt: HALF_PAST_EIGHT,
  };
  const told = why(ready, standing(), [ahead], house());
  expect(told).toMatchObject({ verdict: 'waiting', reasons: [{ code: 'behind' }] });
  expect(told.reasons[0]?.message).toBe('run 11 (other, user) goes first');
});

test('a run that nothing holds is next', () => {
  expect(why(ready, standing(), [], house()).verdict).toBe('next');
});

test('a run that is over says how', () => {
  const over: AskedRun = { ...ready, state: 'dead', note: 'exit code 3; 3 of 3 attempts' };
  expect(why(over, standing(), [], house()).message).toBe(
    'run 12 is over: dead (exit code 3; 3 of 3 attempts)',
  );
});
