import { expect, test } from 'vitest';

import { openStore } from '../open.ts';
import {
  NOON,
  digest,
  enqueued,
  render,
  succeeded,
  temporaryFolder,
  temporaryQueue,
} from '../temporary.test.helper.ts';
import { jobsWithRuns } from './jobs-with-runs.ts';

test('every job that has runs is named once, whether they are over or not', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  succeeded(queue, render);
  for (const job of [digest, digest, render]) enqueued(queue, job);
  queue.close();
  const opened = openStore({ folder, now: NOON });
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(jobsWithRuns(opened.store)).toEqual([digest, render]);
  opened.store.close();
});
