import { expect, test } from 'vitest';

import { at, digest, render, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';
import { MOST_PARAMETER_BYTES } from './enqueue.ts';

const base = { job: digest, priority: 'batch', now: at(0) } as const;

test('a run without a time is ready at once', () => {
  const queue = temporaryQueue();
  const answer = queue.enqueue(base);
  expect(answer).toMatchObject({
    ok: true,
    fresh: true,
    run: {
      id: 1,
      job: digest,
      priority: 'batch',
      state: 'ready',
      epoch: 0,
      createdAt: at(0),
      runAt: at(0),
    },
  });
  expect(answer.ok && queue.run(answer.run.id)).toEqual({
    ...(answer.ok && answer.run),
    parameters: {},
    attempts: [],
  });
});

test('a run of a later time is scheduled, and one of a past time is ready since now', () => {
  const queue = temporaryQueue();
  expect(queue.enqueue({ ...base, runAt: at(60) })).toMatchObject({
    run: { state: 'scheduled', runAt: at(60) },
  });
  expect(queue.enqueue({ ...base, runAt: at(-60) })).toMatchObject({
    run: { state: 'ready', runAt: at(0) },
  });
});

test('what is acknowledged is there after the queue was closed and opened again', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  queue.enqueue({ ...base, parameters: { depth: 3, dry: true, name: 'grüße 🔥' } });
  queue.close();
  const [run] = temporaryQueue({ folder }).runs({ limit: 10 }).runs;
  expect(run).toMatchObject({ id: 1, state: 'ready' });
});

test('parameters come back as they were passed', () => {
  const queue = temporaryQueue();
  const parameters = { depth: 3, share: 0.1, dry: true, name: 'grüße 🔥', 'line\nfeed': '' };
  const answer = queue.enqueue({ ...base, parameters });
  expect(answer.ok && queue.run(answer.run.id)?.parameters).toEqual(parameters);
});

test('a key that was seen within 24 hours gives the same run, whatever has become of it', () => {
  const queue = temporaryQueue();
  const first = queue.enqueue({ ...base, key: 'upload-7' });
  const run = first.ok ? first.run : null;
  expect(queue.enqueue({ ...base, key: 'upload-7', now: at(60) })).toEqual({
    ok: true,
    run,
    fresh: false,
  });
  if (run !== null) queue.cancel(run.id, 'not wanted', at(61));
  expect(queue.enqueue({ ...base, key: 'upload-7', now: at(86_399) })).toMatchObject({
    fresh: false,
    run: { id: 1, state: 'cancelled' },
  });
  expect(queue.enqueue({ ...base, key: 'upload-7', now: at(86_400) })).toMatchObject({
    fresh: true,
    run: { id: 2 },
  });
});

test('a key belongs to its job', () => {
  const queue = temporaryQueue();
  queue.enqueue({ ...base, key: 'upload-7' });
  expect(queue.enqueue({ ...base, job: render, key: 'upload-7' })).toMatchObject({ fresh: true });
  expect(queue.enqueue({ ...base, key: 'upload-8' })).toMatchObject({ fresh: true });
});

test('parameters of exactly the limit are taken, and one byte more is refused with both numbers', () => {
  const queue = temporaryQueue();
  const fits = { a: 'x'.repeat(MOST_PARAMETER_BYTES - '{"a":""}'.length) };
  expect(queue.enqueue({ ...base, parameters: fits })).toMatchObject({ ok: true });
  const answer = queue.enqueue({ ...base, parameters: { a: `${fits.a}x` } });
  expect(answer).toMatchObject({ ok: false, problem: { code: 'too-large' } });
  expect(!answer.ok && answer.problem.message).toMatch(/65537 bytes.*65536/);
  expect(queue.counts().ready).toBe(1);
});

test.each([
  ['a NUL in a value', { parameters: { name: 'a\0b' } }, 'bad-text'],
  ['half of a surrogate pair in a value', { parameters: { name: 'a\u{D800}' } }, 'bad-text'],
  ['a NUL in a name', { parameters: { 'a\0': 1 } }, 'bad-text'],
  ['a NUL in the key', { key: 'a\0b' }, 'bad-text'],
  ['a number that JSON cannot hold', { parameters: { depth: Number.NaN } }, 'bad-number'],
  ['a key without end', { key: 'k'.repeat(513) }, 'too-large'],
])('%s is refused, and nothing is written', (_, fault, code) => {
  const queue = temporaryQueue();
  expect(queue.enqueue({ ...base, ...fault })).toMatchObject({ ok: false, problem: { code } });
  expect(queue.runs({ limit: 1 }).runs).toEqual([]);
});

test('the id of a run is never given out twice, even when the newest one is gone', () => {
  const queue = temporaryQueue();
  const first = queue.enqueue(base);
  if (first.ok) queue.cancel(first.run.id, 'not wanted', at(1));
  const keep = { age: 0, count: 0, bytes: 0, now: at(1000) } as Parameters<
    typeof queue.retention
  >[0];
  expect(queue.retention(keep)).toMatchObject({ runs: 1 });
  expect(queue.enqueue(base)).toMatchObject({ run: { id: 2 } });
});
