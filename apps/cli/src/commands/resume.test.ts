import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aJob } from '../samples.test.helper.ts';

test('it ends the pause and says when the job is next due', async () => {
  await using gateway = await house({ 'POST /jobs/nightly-digest/resume': aJob() });
  expect((await gateway.hearth('resume', 'nightly-digest')).out).toBe(
    'nightly-digest goes on; it is next due 2026-07-02 01:30:00 BST.\n',
  );
});

test('a job without a schedule has no next time', async () => {
  await using gateway = await house({
    'POST /jobs/on-call/resume': aJob({ name: 'on-call', schedule: null, next_at: null }),
  });
  expect((await gateway.hearth('resume', 'on-call')).out).toContain('it has no schedule');
});
