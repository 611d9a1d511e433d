import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aJob } from '../samples.test.helper.ts';

test('it pauses the job and says how to go on', async () => {
  await using gateway = await house({ 'POST /jobs/nightly-digest/pause': aJob({ paused: true }) });
  const { code, out } = await gateway.hearth('pause', 'nightly-digest');
  expect(code).toBe(0);
  expect(out).toMatch(/^nightly-digest is paused: .*hearth resume nightly-digest"\.\n$/);
});
