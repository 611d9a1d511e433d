import { after, instant, name, runId, seconds, type JobName } from '@hearth/words';
import { expect, test } from 'vitest';

import { Line } from './line.ts';

const START = instant(0);
const at = (value: number) => after(START, seconds(value));
const head = {
  run: runId(1),
  job: name<JobName>('digest'),
  priority: 'batch' as const,
  readyAt: START,
};

test('a head that was never shut out waits since it became ready', () => {
  const line = new Line();
  line.note(head, false, at(60));
  expect(line.waitingSince(head)).toBe(START);
});

test('time in which a head was shut out is not waiting', () => {
  const line = new Line();
  line.note(head, true, at(10));
  line.note(head, true, at(40));
  line.note(head, false, at(70));
  line.note(head, false, at(100));
  expect(line.waitingSince(head)).toBe(at(60));
});

test('the next run of the job starts with nothing held against it', () => {
  const line = new Line();
  line.note(head, true, at(0));
  const later = { ...head, run: runId(2), readyAt: at(100) };
  line.note(later, false, at(100));
  expect(line.waitingSince(later)).toBe(at(100));
});

test('a job without a head is forgotten', () => {
  const line = new Line();
  line.note(head, true, at(0));
  line.note(head, true, at(50));
  line.keep(new Set());
  expect(line.waitingSince(head)).toBe(START);
});
