import * as v from 'valibot';
import { expect, test } from 'vitest';

import { enqueueRequestSchema, runSchema } from './run.ts';

test('a request names a job and may say more', () => {
  const request = {
    job: 'backup',
    parameters: { since: 'yesterday', deep: true, copies: 2 },
    priority: 'user',
    run_at: '2026-03-29T01:30:00Z',
    key: 'nightly',
  };
  expect(v.parse(enqueueRequestSchema, request)).toEqual(request);
});

test.each([
  ['no job', {}],
  ['an unknown key', { job: 'backup', urgency: 'high' }],
  ['an unknown priority', { job: 'backup', priority: 'high' }],
  ['an instant without a zone', { job: 'backup', run_at: '2026-03-29 01:30' }],
  ['a parameter that is a list', { job: 'backup', parameters: { folders: ['/a'] } }],
  ['a parameter that is too long', { job: 'backup', parameters: { text: 'x'.repeat(1025) } }],
])('a request with %s is refused', (_, request) => {
  expect(v.safeParse(enqueueRequestSchema, request).success).toBe(false);
});

test('a run may carry more than this version knows', () => {
  const run = {
    id: 1,
    job: 'backup',
    priority: 'batch',
    state: 'parked',
    created_at: '2026-03-29T01:30:00.000Z',
    run_at: '2026-03-29T01:30:00.000Z',
    started_at: null,
    finished_at: null,
    failures: 0,
    interruptions: 0,
    retry_of: null,
    outcome: null,
    note: null,
    attempts: [],
  };
  expect(v.parse(runSchema, { ...run, colour: 'red' })).toEqual(run);
});
