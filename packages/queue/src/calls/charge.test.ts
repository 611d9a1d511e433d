import { name, seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';
import { arrived, digestBudget, ended } from './calls.test.helper.ts';

test('what a budget has used adds up in its period, over restarts, and apart from other budgets and periods', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  for (const [periodAt, used] of [
    [0, 10],
    [0, 2.5],
    [3600, 7],
  ] as const) {
    const charge = { budget: digestBudget, periodAt: at(periodAt), seconds: seconds(used) };
    queue.endCall(ended(queue.openCall(arrived()), { charge }));
  }
  queue.close();
  const again = temporaryQueue({ folder });
  expect(again.spent(digestBudget, at(0))).toBe(12.5);
  expect(again.spent(digestBudget, at(3600))).toBe(7);
  expect(again.spent(digestBudget, at(7200))).toBe(0);
  expect(again.spent(name('render-scripts'), at(0))).toBe(0);
});
