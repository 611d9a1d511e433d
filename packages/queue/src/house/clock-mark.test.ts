import { expect, test } from 'vitest';

import { at, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';

test('the mark of the clock is what was set last, earlier or later, over restarts', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  expect(queue.clockMark()).toBe(null);
  queue.setClockMark(at(100));
  queue.setClockMark(at(50));
  queue.close();
  expect(temporaryQueue({ folder }).clockMark()).toBe(at(50));
});
