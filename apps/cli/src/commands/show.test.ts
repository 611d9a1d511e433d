import { expect, test } from 'vitest';

import { house, refuse } from '../house.test.helper.ts';
import { aCall, aJob, anAttempt, aRun, aWaitingRun } from '../samples.test.helper.ts';

const none = { calls: [], next: null };

test('it tells the whole way of a run, and where to look next', async () => {
  await using gateway = await house({
    'GET /runs/12': aRun(),
    'GET /calls': { calls: [aCall()], next: null },
    'GET /jobs/nightly-digest': aJob(),
  });
  const { code, out, err } = await gateway.hearth('show', '12');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')).toEqual([
    'Run 12 of nightly-digest succeeded.',
    'Times are of Europe/London, the zone of the house.',
    '',
    '  priority       batch',
    '  due            2026-07-01 01:30:00 BST',
    '  claimed        2026-07-01 01:30:02 BST  (waited 2 s)',
    '  started        2026-07-01 01:30:03 BST  (took 1 s)',
    '  ended          2026-07-01 01:51:20 BST  (ran 21m17s)',
    '  failures       0 (they use up its retries)',
    '  interruptions  0 (they do not)',
    '',
    'Attempts',
    '  1. on pi, started 2026-07-01 01:30:03 BST, ran 21m17s: it succeeded (exit code 0)',
    '',
    'Model calls',
    '  call 41 waited 2 s, ran 2m on gpu-box (qwen3-30b), read 812 tokens, wrote 1024 of at most 1024 (as much as its time allows); it was cut at its cap',
    '',
    'Promise',
    '  21m17s for the next run of nightly-digest: longest of the last five, run 12',
    '',
    'Where to look next',
    '  npx -y pnpm@12 hearth logs 12                  what it wrote',
    '  npx -y pnpm@12 hearth estimate nightly-digest  how long it takes, and how that is known',
    '',
  ]);
  expect(gateway.asked.map(({ url }) => url.pathname + url.search)).toContain(
    '/hearth/v1/calls?run=12&limit=11',
  );
});

test('each attempt comes with its outcome, its evidence and the last of its output', async () => {
  const attempts = [
    anAttempt({ outcome: 'oom', evidence: 'killed by the kernel at 2 GiB', last_output: 'a\nb\n' }),
    anAttempt({ outcome: 'signalled', signal: 'SIGSEGV', code: null }),
    anAttempt({ outcome: null, ended_at: null, duration_seconds: null }),
  ];
  await using gateway = await house({
    'GET /runs/12': aRun({ state: 'running', finished_at: null, failures: 2, attempts }),
    'GET /calls': none,
    'GET /jobs/nightly-digest': aJob(),
  });
  const { out } = await gateway.hearth('show', '12');
  expect(out).toContain(
    [
      '  1. on pi, started 2026-07-01 01:30:03 BST, ran 21m17s: it was killed: it used more memory than its class has',
      '     evidence: killed by the kernel at 2 GiB',
      '     the last of its output:',
      '     | a',
      '     | b',
      '  2. on pi, started 2026-07-01 01:30:03 BST, ran 21m17s: it was killed by SIGSEGV',
      '  3. on pi, started 2026-07-01 01:30:03 BST: it is still running',
      '',
    ].join('\n'),
  );
  expect(out).toContain('hearth logs 12 -f');
});

test('output that would steer the terminal is shown without what steers', async () => {
  const attempts = [
    anAttempt({ code: 1, last_output: '\u001b[2Jgone\u0007 \u001b]0;title\u0007x' }),
  ];
  await using gateway = await house({
    'GET /runs/12': aRun({ state: 'dead', attempts }),
    'GET /calls': none,
    'GET /jobs/nightly-digest': aJob(),
  });
  const { out } = await gateway.hearth('show', '12');
  expect(out).toContain('| gone x');
  for (const steers of ['\u0007', '\u001b']) expect(out).not.toContain(steers);
});

test('a run that has not started points to "why", a dead one to "retry"', async () => {
  await using gateway = await house({
    'GET /runs/13': aWaitingRun(),
    'GET /runs/14': aRun({ id: 14, state: 'dead' }),
    'GET /calls': none,
    'GET /jobs/render-postcard': aJob({ name: 'render-postcard' }),
    'GET /jobs/nightly-digest': aJob(),
  });
  const waiting = await gateway.hearth('show', '13');
  expect(waiting.out).toMatch(/is parked: something it needs is down\.\n/);
  expect(waiting.out).toMatch(/claimed +not yet\n +started +not yet\n +ended +not yet\n/);
  expect(waiting.out).toMatch(/Attempts\n {2}none yet\n/);
  expect(waiting.out).toContain('hearth why 13');
  expect((await gateway.hearth('show', '14')).out).toContain('hearth retry 14');
});

test('it tells what it may where the key may not see the calls and the job is gone', async () => {
  await using gateway = await house({
    'GET /runs/12': aRun(),
    'GET /calls': (response) => refuse(response, 403, 'forbidden', 'chat may not do this'),
  });
  const { code, out } = await gateway.hearth('show', '12');
  expect(code).toBe(0);
  expect(out).toContain('the key that you use may not see them');
  expect(out).toContain('nightly-digest is not declared any more');
});

test('with --json it prints the run as the gateway has it', async () => {
  await using gateway = await house({ 'GET /runs/12': aRun() });
  expect(JSON.parse((await gateway.hearth('show', '12', '--json')).out)).toEqual(aRun());
});

test('a run that there is not is one sentence and 1; what is no number is wrong use', async () => {
  await using gateway = await house();
  expect(await gateway.hearth('show', '99')).toEqual({
    code: 1,
    out: '',
    err: 'hearth: there is no /runs/99\n',
  });
  for (const text of ['0', '-1', '1.5', 'one']) {
    expect((await gateway.hearth('show', text)).code).toBe(2);
  }
});
