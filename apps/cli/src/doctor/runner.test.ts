import { instant } from '@hearth/words';
import { expect, test } from 'vitest';

import { NOW } from '../house.test.helper.ts';
import { aStatus } from '../samples.test.helper.ts';
import { verdictOnRunners } from './runner.ts';

const now = instant(Date.parse(NOW));

test('a runner that asks for work is well', () => {
  expect(verdictOnRunners(aStatus(), now)).toEqual([
    {
      verdict: 'ok',
      says: 'runner pi is there, last seen 3 s ago, and serves gpu, light',
      mend: null,
    },
  ]);
});

test('one that is silent, and none at all, are faults with where to look', () => {
  const runners = aStatus().runners.map((runner) => ({ ...runner, silent: true }));
  for (const status of [aStatus({ runners }), aStatus({ runners: [] })]) {
    expect(verdictOnRunners(status, now)[0]).toMatchObject({
      verdict: 'fault',
      mend: expect.stringContaining('journalctl -u hearth-runner'),
    });
  }
});

test('nothing is known of runners where no gateway answers', () => {
  expect(verdictOnRunners({ why: 'no gateway', refused: false }, now)).toEqual([]);
});
