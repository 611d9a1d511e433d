import { expect, test } from 'vitest';

import { house, json, refuse } from '../house.test.helper.ts';
import { aWaitingRun } from '../samples.test.helper.ts';

test('it names the new run', async () => {
  await using gateway = await house({
    'POST /runs/9/retry': (response) =>
      json(response, 201, aWaitingRun({ state: 'ready', retry_of: 9 })),
  });
  expect((await gateway.hearth('retry', '9')).out).toBe(
    'Run 13 of render-postcard repeats run 9; it is ready and waits for its turn.\n',
  );
});

test('a run that is still open is not repeated, and that is 1', async () => {
  await using gateway = await house({
    'POST /runs/9/retry': (response) =>
      refuse(response, 409, 'conflict', 'run 9 is still running', 'cancel it first'),
  });
  expect(await gateway.hearth('retry', '9')).toEqual({
    code: 1,
    out: '',
    err: 'hearth: run 9 is still running; cancel it first\n',
  });
});
