import type { JobEstimate, JobStatus, Plan, Reservation } from '@hearth/wire';
import { expect, test } from 'vitest';

import { createClient } from './index.ts';
import { NOTHING, RUN } from './samples.test.helper.ts';
import { json, serve } from './serve.test.helper.ts';

const JOB: JobStatus = {
  name: 'nightly-digest',
  class: 'gpu',
  priority: 'batch',
  schedule: null,
  next_at: null,
  paused: true,
  needs: [],
  promise_seconds: 1200,
  promise_because: 'declared',
  last_run: null,
  last_success_at: null,
  dead: 0,
};

const ESTIMATE: JobEstimate = {
  job: 'j',
  rule: 'last-five',
  promise_seconds: 1,
  because: 'b',
  typical_seconds: null,
  completed: 0,
  warning: null,
  history: [],
};

const PLAN: Plan = {
  from: RUN.created_at,
  until: RUN.created_at,
  timezone: 'Europe/London',
  runs: [],
  clock_changes: [],
};

const RESERVATION: Reservation = {
  id: 3,
  class: 'gpu',
  opens_at: RUN.created_at,
  closes_at: RUN.created_at,
  by: 'me',
};

test('every method asks its own route', async () => {
  await using server = await serve((response, { method, url }) => {
    if (url.endsWith('/why')) {
      json(response, 200, { run_id: 12, job: 'j', verdict: 'next', message: 'm', reasons: [] });
    } else if (/\/estimate(\/forget)?$/.test(url)) json(response, 200, ESTIMATE);
    else if (url.endsWith('/claim')) json(response, 200, NOTHING);
    else if (url.endsWith('/backup')) json(response, 200, { path: '/data/copy.db', bytes: 4096 });
    else if (/\/(started|ended|forget)$|\/errands\//.test(url)) response.writeHead(204).end();
    else if (method === 'DELETE') response.writeHead(204).end();
    else if (/\/(runs|retry-dead)(\?|$)/.test(url)) json(response, 200, { runs: [RUN], next: 12 });
    else if (url.includes('/runs/')) json(response, 200, RUN);
    else if (url.endsWith('/jobs')) json(response, 200, { jobs: [JOB], next: null });
    else if (url.includes('/jobs/')) json(response, 200, JOB);
    else if (url.includes('/truncated')) {
      json(response, 200, { since_at: RUN.created_at, truncated: [], next: null });
    } else if (url.includes('/calls')) json(response, 200, { calls: [], next: null });
    else if (url.endsWith('/machines')) json(response, 200, { machines: [], next: null });
    else if (url.endsWith('/budgets')) json(response, 200, { budgets: [], next: null });
    else if (url.includes('/plan')) json(response, 200, PLAN);
    else if (url.endsWith('/reservations')) {
      const list = { reservations: [RESERVATION], next: null };
      json(response, method === 'POST' ? 201 : 200, method === 'POST' ? RESERVATION : list);
    } else {
      json(response, 200, {
        version: '1',
        started_at: RUN.created_at,
        timezone: 'Europe/London',
        clock_trusted: true,
        runs: { scheduled: 0, ready: 0, running: 0, dead: 0 },
        calls: { waiting: 0, running: 0, draining: 0 },
        classes: [],
        probes: [],
        runners: [],
        machines: [],
      });
    }
  });
  const hearth = createClient({ url: `${server.url}/` });

  await hearth.runs.list({ state: 'dead', job: undefined, limit: 5 });
  await hearth.runs.show(12);
  await hearth.runs.why(12);
  await hearth.runs.cancel(12);
  await hearth.runs.retry(12);
  await hearth.runs.retryDead();
  await hearth.runs.retryDead('j');
  await hearth.jobs.list();
  await hearth.jobs.show('a/b');
  await hearth.jobs.estimate('j');
  await hearth.jobs.forget('j', 12);
  await hearth.jobs.pause('j');
  await hearth.jobs.resume('j');
  await hearth.calls.list({ run: 12, before: 9 });
  await hearth.calls.truncated();
  await hearth.calls.truncated(3600);
  await hearth.plan();
  await hearth.plan(48);
  await hearth.budgets();
  await hearth.reservations.list();
  await hearth.reservations.make({ class: 'gpu', for_seconds: 7200 });
  await hearth.reservations.end(3);
  await hearth.machines();
  await hearth.status();
  await hearth.backup();
  await hearth.runner.forget('pi');
  await hearth.runner.claim('pi', {
    claim_id: 'c'.repeat(8),
    sequence: 1,
    boot_id: 'b'.repeat(8),
    instance: 'i'.repeat(8),
    free: {},
    refused: {},
    running: [],
  });
  await hearth.runner.started('pi', 'attempt1', { epoch: 1, place: 'process group 7' });
  await hearth.runner.ended('pi', 'attempt1', {
    epoch: 1,
    outcome: 'exited',
    code: 0,
    signal: null,
    evidence: null,
    duration_seconds: 1,
    output_bytes: 0,
    last_output: null,
  });
  await hearth.runner.errand('pi', 'errand12', { code: 0, signal: null, detail: null });

  expect(
    server.seen.map(({ method, url }) => `${method} ${url.replace('/hearth/v1', '')}`),
  ).toEqual([
    'GET /runs?state=dead&limit=5',
    'GET /runs/12',
    'GET /runs/12/why',
    'POST /runs/12/cancel',
    'POST /runs/12/retry',
    'POST /runs/retry-dead',
    'POST /runs/retry-dead?job=j',
    'GET /jobs',
    'GET /jobs/a%2Fb',
    'GET /jobs/j/estimate',
    'POST /jobs/j/estimate/forget',
    'POST /jobs/j/pause',
    'POST /jobs/j/resume',
    'GET /calls?run=12&before=9',
    'GET /calls/truncated',
    'GET /calls/truncated?since_seconds=3600',
    'GET /plan',
    'GET /plan?hours=48',
    'GET /budgets',
    'GET /reservations',
    'POST /reservations',
    'DELETE /reservations/3',
    'GET /machines',
    'GET /status',
    'POST /backup',
    'POST /runners/pi/forget',
    'POST /runners/pi/claim',
    'POST /runners/pi/attempts/attempt1/started',
    'POST /runners/pi/attempts/attempt1/ended',
    'POST /runners/pi/errands/errand12',
  ]);
});
