import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { anEstimate } from '../samples.test.helper.ts';

test('it says the promise, why it is that, and draws the history', async () => {
  const warning = 'the long run 9 is about to be forgotten';
  await using gateway = await house({
    'GET /jobs/nightly-digest/estimate': anEstimate({ warning }),
  });
  expect(await gateway.hearth('estimate', 'nightly-digest')).toEqual({
    code: 0,
    out: [
      'The promise for the next run of nightly-digest is 21m17s: longest of 3 completed runs, run 9.',
      'By the rule last-five, from 3 completed runs, typically 10m40s.',
      warning,
      '',
      '21m17s ┤ █  ',
      '       ┤ █  ',
      '       ┤▃█ ▄',
      '       ┤██ █',
      '   0 s ┤██▁█',
      '          f',
      '4 attempts, run 8 to run 11, the oldest first; f failed',
      '',
    ].join('\n'),
    err: '',
  });
});

test('without a history there is nothing to draw', async () => {
  await using gateway = await house({
    'GET /jobs/new/estimate': anEstimate({ completed: 0, typical_seconds: null, history: [] }),
  });
  const { out } = await gateway.hearth('estimate', 'new');
  expect(out).not.toContain('┤');
  expect(out).toContain('from 0 completed runs.');
});

test('a long history shows its newest part, within 100 columns', async () => {
  const history = Array.from({ length: 300 }, (_, run_id) => ({
    run_id,
    ended_at: '2026-07-01T00:51:20.000Z',
    duration_seconds: 1 + (run_id % 7),
    result: 'completed',
  }));
  await using gateway = await house({ 'GET /jobs/x/estimate': anEstimate({ history }) });
  const lines = (await gateway.hearth('estimate', 'x')).out.split('\n').slice(3);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.at(-2)).toMatch(/to run 299/);
});

test('--forget drops a run from the history, and shows what that comes to', async () => {
  await using gateway = await house({ 'POST /jobs/nightly-digest/estimate/forget': anEstimate() });
  const { code, out } = await gateway.hearth('estimate', 'nightly-digest', '--forget', '9');
  expect(code).toBe(0);
  expect(out).toMatch(/^No promise rests on run 9 any more\.\nThe promise for the next run of /);
  expect(gateway.asked[0]?.body).toEqual({ run_id: 9 });
});

test.for([
  ['--forget', '9', '--backtest'],
  ['--backtest', '--json'],
])('%j is wrong use', async (flags) => {
  await using gateway = await house();
  expect((await gateway.hearth('estimate', 'x', ...flags)).code).toBe(2);
  expect(gateway.asked).toEqual([]);
});
