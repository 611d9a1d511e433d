import type { JobEstimate } from '@hearth/wire';
import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { anEstimate } from '../samples.test.helper.ts';

/** What `--backtest` says of runs that took so long, one a day, and of what rule the job has. */
async function compared(
  durations: readonly number[],
  rule: JobEstimate['rule'] = 'last-five',
  results: Readonly<Record<number, string>> = {},
): Promise<string[]> {
  const history = durations.map((duration_seconds, index) => ({
    run_id: index + 1,
    ended_at: new Date(Date.UTC(2026, 5, 1 + index)).toISOString(),
    duration_seconds,
    result: results[index] ?? 'completed',
  }));
  await using gateway = await house({
    'GET /jobs/nightly-digest/estimate': anEstimate({ rule, history }),
  });
  const { code, out } = await gateway.hearth('estimate', 'nightly-digest', '--backtest');
  expect(code).toBe(0);
  return out.trimEnd().split('\n');
}

/** A job that has work to do every seventh night. */
const BIMODAL = [1200, 5, 5, 5, 5, 5, 5, 1200, 5, 5, 5, 5, 5, 5, 1200];

test('it sets the rules side by side, and says what the other one would have changed', async () => {
  const [title, five, long, , told, advice] = await compared(BIMODAL);
  expect(title).toMatch(/^rule +promises +broken +share +promised +used +worst$/);
  expect(five).toMatch(/^last-five +14 +2 +14 % +3h20m +41m +run 8 took 20m, 19m55s too long$/);
  expect(long).toMatch(/^long-memory +14 +0 +0 % +4h40m +41m +–$/);
  expect(told).toBe(
    'nightly-digest has the rule last-five. ' +
      'long-memory would have broken 2 fewer, with ones that come to 1h20m more in all.',
  );
  expect(advice).toContain('"estimate: { rule: long-memory }" in its entry chooses it');
});

test('where the declared rule is the better one it says so', async () => {
  const lines = await compared(BIMODAL, 'long-memory');
  expect(lines.slice(-2)).toEqual([
    'nightly-digest has the rule long-memory. ' +
      'last-five would have broken 2 more, with ones that come to 1h20m less in all.',
    'long-memory is the better one here.',
  ]);
});

test('where both come to the same it says that', async () => {
  const lines = await compared([600, 610, 620]);
  expect(lines.at(-1)).toMatch(/Both come to the same here/);
});

test('attempts that say nothing of the duration are passed over', async () => {
  const [, five] = await compared([600, 9999, 9999, 610], 'last-five', { 1: 'failed', 2: 'noop' });
  expect(five).toMatch(/^last-five +1 +1 +100 % +10m +10m10s /);
});

test('before two runs have completed there is nothing to compare', async () => {
  expect(await compared([600])).toEqual([
    'There is nothing to compare yet: two runs of nightly-digest must have completed.',
  ]);
});
