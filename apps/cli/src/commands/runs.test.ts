import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { anAttempt, aRun, aStatus, aWaitingRun } from '../samples.test.helper.ts';

test('it lists the runs in aligned columns, with times of the zone of the house', async () => {
  const runs = [
    aWaitingRun({ run_at: '2026-06-30T23:30:00.000Z' }),
    aRun(),
    aRun({ id: 9, state: 'dead', failures: 4, attempts: [anAttempt({ code: 3 })] }),
  ];
  await using gateway = await house({ 'GET /runs': { runs, next: null } });
  const { code, out, err } = await gateway.hearth('runs');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(
    [
      'run  job              priority  state      due (Europe/London)     ran  remark',
      ' 13  render-postcard  batch     parked     00:30:00                  –',
      ' 12  nightly-digest   batch     succeeded  01:30:00             21m17s',
      '  9  nightly-digest   batch     dead       01:30:00             21m17s  failed, 4 failures',
      '',
    ].join('\n'),
  );
});

test('it asks for the state, the job and the number that the flags name', async () => {
  await using gateway = await house({ 'GET /runs': { runs: [], next: null } });
  const said = await gateway.hearth('runs', '--state', 'parked', '--job', 'x', '--limit', '3');
  expect(said).toEqual({ code: 0, out: '', err: 'hearth: there is no such run\n' });
  expect(gateway.asked[0]?.url.search).toBe('?state=parked&job=x&limit=3');
});

test('with --json it prints what the gateway answered and asks nothing else', async () => {
  const page = { runs: [aRun()], next: 12 };
  await using gateway = await house({ 'GET /runs': page });
  const { out } = await gateway.hearth('runs', '--json');
  expect(JSON.parse(out)).toEqual(page);
  expect(gateway.asked).toHaveLength(1);
});

test('it stays within 100 columns whatever the names are', async () => {
  const runs = [aRun({ job: 'j'.repeat(63), state: 'cancelled', note: 'n'.repeat(200) })];
  await using gateway = await house({ 'GET /runs': { runs, next: null } });
  const { out } = await gateway.hearth('runs');
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBe(100);
});

test('it shows today by the clock and other days by the date, where today is that of the house', async () => {
  const runs = [
    aRun({ run_at: '2026-07-01T14:59:00.000Z' }),
    aRun({ run_at: '2026-07-01T15:01:00.000Z' }),
  ];
  await using gateway = await house({
    'GET /runs': { runs, next: null },
    'GET /status': aStatus({ timezone: 'Asia/Tokyo' }),
  });
  const { out } = await gateway.hearth('runs');
  expect(out).toContain('  23:59:00');
  expect(out).toContain('  2026-07-02 00:01');
});

test('a state that there is not is wrong use, and the states are named', async () => {
  await using gateway = await house();
  const { code, err } = await gateway.hearth('runs', '--state', 'asleep');
  expect(code).toBe(2);
  expect(err).toMatch(/^hearth: .*asleep.*scheduled, ready, running/);
});
