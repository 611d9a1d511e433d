import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aJob } from '../samples.test.helper.ts';

const jobs = [
  aJob(),
  aJob({ name: 'on-call', class: 'light', schedule: null, next_at: null, last_run: null }),
  aJob({ name: 'held', paused: true, dead: 2 }),
];

test('it lists the jobs with what is known of them, within 100 columns', async () => {
  await using gateway = await house({ 'GET /jobs': { jobs, next: null } });
  const { code, out } = await gateway.hearth('jobs');
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines[1]).toMatch(
    /^nightly-digest +gpu +batch +30 1 .* 2026-07-02 01:30 +21m17s +12 succ/,
  );
  expect(lines[2]).toMatch(/^on-call +light +batch +on demand +– +21m17s +– +0$/);
  expect(lines[3]).toMatch(/^held .* paused .* 2$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('with --json it prints what the gateway answered', async () => {
  await using gateway = await house({ 'GET /jobs': { jobs, next: null } });
  expect(JSON.parse((await gateway.hearth('jobs', '--json')).out)).toEqual({ jobs, next: null });
});
