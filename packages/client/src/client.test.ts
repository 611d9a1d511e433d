import { once } from 'node:events';

import {
  errorBody,
  type ClaimAnswer,
  type JobEstimate,
  type JobStatus,
  type Plan,
  type Reservation,
  type Run,
} from '@hearth/wire';
import { expect, test } from 'vitest';

import { createClient, HearthError } from './index.ts';
import { json, serve } from './serve.test.helper.ts';

const RUN: Run = {
  id: 12,
  job: 'nightly-digest',
  priority: 'batch',
  state: 'ready',
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

/** What a claim gets while there is nothing to do. */
const NOTHING: ClaimAnswer = { attempt: null, stop: [], errands: [] };

async function errorOf(promise: Promise<unknown>): Promise<HearthError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HearthError)) throw new Error(`not a HearthError: ${String(error)}`);
  return error;
}

test('a run is enqueued with the key as a bearer, and says whether it is new', async () => {
  let status = 201;
  await using server = await serve((response) => json(response, status, RUN));
  const { runs } = createClient({ url: server.url, key: 'secret' });

  const first = await runs.enqueue({ job: 'nightly-digest', key: 'k1' });
  status = 200;
  const second = await runs.enqueue({ job: 'nightly-digest', key: 'k1' });

  expect(first).toEqual({ run: RUN, created: true });
  expect(second.created).toBe(false);
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    url: '/hearth/v1/runs',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  });
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ job: 'nightly-digest', key: 'k1' });
});

test('without a key no authorization is sent', async () => {
  await using server = await serve((response) => json(response, 200, RUN));
  await createClient({ url: server.url }).runs.show(12);
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

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
        calls: { waiting: 0, running: 0 },
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
    boot_id: 'b'.repeat(8),
    free: {},
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

test("the gateway's own error comes through whole", async () => {
  await using server = await serve((response) =>
    json(response, 409, errorBody('stale_epoch', 'attempt a is old', 'let it go', { epoch: 3 })),
  );
  const error = await errorOf(createClient({ url: server.url }).runs.cancel(12));
  expect(error).toMatchObject({
    name: 'HearthError',
    code: 'stale_epoch',
    status: 409,
    message: 'attempt a is old',
    hint: 'let it go',
    details: { epoch: 3 },
  });
});

test('a post that failed is not sent again', async () => {
  await using server = await serve((response) =>
    json(response, 503, errorBody('unavailable', 'starting')),
  );
  await errorOf(createClient({ url: server.url }).runs.enqueue({ job: 'j' }));
  expect(server.seen).toHaveLength(1);
});

test('a gateway that is not there is named with its address and what to do', async () => {
  const gone = await serve(() => {});
  await gone[Symbol.asyncDispose]();
  const error = await errorOf(createClient({ url: gone.url }).status());
  expect(error).toMatchObject({
    code: 'unreachable',
    status: null,
    message: `no hearth gateway answers at ${gone.url}`,
    details: { reason: 'ECONNREFUSED' },
  });
  expect(error.hint).toContain('hearth gateway');
});

test('an answer of another shape is refused, and the message says where', async () => {
  await using server = await serve((response) => json(response, 200, { ...RUN, state: 'asleep' }));
  const error = await errorOf(createClient({ url: server.url }).runs.show(12));
  expect(error.code).toBe('unexpected_answer');
  expect(error.message).toContain('GET /hearth/v1/runs/12: state: ');
});

test('a page of some other server is not taken for an error of hearth', async () => {
  await using server = await serve((response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
  const error = await errorOf(createClient({ url: server.url }).machines());
  expect(error).toMatchObject({ code: 'unexpected_answer', status: 502 });
});

test('a gateway that is silent for too long is a timeout, also after its headers', async () => {
  await using server = await serve((response, { url }) => {
    if (url.endsWith('/status')) response.writeHead(200).write('{');
  });
  const hearth = createClient({ url: server.url, timeoutSeconds: 0.05 });
  expect((await errorOf(hearth.machines())).code).toBe('timed_out');
  expect((await errorOf(hearth.status())).code).toBe('timed_out');
});

test('a claim is held open for longer than an ordinary request may take', async () => {
  let asked = 0;
  await using server = await serve(async (response) => {
    asked += 1;
    if (asked > 1) return;
    // An ordinary request of the same client times out while the claim is still held.
    await errorOf(hearth.status());
    json(response, 200, NOTHING);
  });
  const hearth = createClient({ url: server.url, timeoutSeconds: 0.05 });
  const claim = { claim_id: 'c'.repeat(8), boot_id: 'b'.repeat(8), free: {}, running: [] };
  expect(await hearth.runner.claim('pi', claim)).toEqual(NOTHING);
});

test("a request that its caller aborts rejects with the caller's reason", async () => {
  const giveUp = new AbortController();
  const hungUp = Promise.withResolvers<void>();
  await using server = await serve(async (response) => {
    giveUp.abort(new Error('enough'));
    await once(response, 'close');
    hungUp.resolve();
  });
  const asked = createClient({ url: server.url }).status({ signal: giveUp.signal });
  await expect(asked).rejects.toThrow('enough');
  await hungUp.promise;
});

test.each(['localhost:4327', 'ftp://pi', '', 'http://pi/?x=1', 'http://me:key@pi'])(
  'the address "%s" is refused at once',
  (url) => {
    expect(() => createClient({ url })).toThrow('should look like http://127.0.0.1:4327');
  },
);
