import { statSync } from 'node:fs';

import { expect, test } from 'vitest';

import { enqueued, temporaryQueue } from '../temporary.test.helper.ts';

test('the log is emptied, and the runs are in the file', () => {
  const queue = temporaryQueue();
  const run = enqueued(queue);
  expect(queue.sizes().wal).toBeGreaterThan(0);
  expect(queue.checkpoint()).toBe(0);
  expect(statSync(`${queue.file}-wal`).size).toBe(0);
  expect(queue.run(run.id)).toMatchObject(run);
});

test('an empty log is left alone', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  queue.checkpoint();
  const before = statSync(queue.file).mtimeMs;
  expect(queue.checkpoint()).toBe(0);
  expect(statSync(queue.file).mtimeMs).toBe(before);
});
