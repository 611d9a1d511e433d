import { runId } from '@hearth/words';
import { expect, test } from 'vitest';

import { enqueued, temporaryQueue } from '../temporary.test.helper.ts';

test('the note of a run is set, mended and taken away', () => {
  const queue = temporaryQueue();
  const { id } = enqueued(queue);
  expect(queue.setRunNote(id, 'waits for\0the NAS')).toBe(true);
  expect(queue.run(id)?.note).toBe('waits for\u{FFFD}the NAS');
  expect(queue.setRunNote(id, null)).toBe(true);
  expect(queue.run(id)?.note).toBe(null);
});

test('a run that is not there has no note', () => {
  expect(temporaryQueue().setRunNote(runId(7), 'x')).toBe(false);
});
