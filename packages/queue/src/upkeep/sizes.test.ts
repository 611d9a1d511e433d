import { statSync } from 'node:fs';

import { expect, test } from 'vitest';

import { enqueued, temporaryQueue } from '../temporary.test.helper.ts';

test('the sizes are those of the files', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { wal } = queue.sizes();
  expect(wal).toBe(statSync(`${queue.file}-wal`).size);
  expect(wal).toBeGreaterThan(0);
  queue.checkpoint();
  const { database, used } = queue.sizes();
  expect(database).toBe(statSync(queue.file).size);
  expect(used).toBeLessThanOrEqual(database);
});
