import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aRun, aWaitingRun } from '../samples.test.helper.ts';

test('a waiting run is taken back', async () => {
  await using gateway = await house({
    'POST /runs/13/cancel': aWaitingRun({ state: 'cancelled' }),
  });
  const said = await gateway.hearth('cancel', '13');
  expect(said).toEqual({ code: 0, out: 'Run 13 of render-postcard was cancelled.\n', err: '' });
});

test('a running one is being stopped, and "show" will tell', async () => {
  await using gateway = await house({
    'POST /runs/12/cancel': aRun({ state: 'running', finished_at: null }),
  });
  const { out } = await gateway.hearth('cancel', '12');
  expect(out).toMatch(/^Run 12 of nightly-digest is being stopped; .*hearth show 12 tells/);
});
