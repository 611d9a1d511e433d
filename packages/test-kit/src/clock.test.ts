import { seconds } from '@hearth/words';
import { expect, test } from 'vitest';
import { realClock } from './clock.ts';

test('the real clock tells the time of this computer, in whole milliseconds', () => {
  expect(Math.abs(realClock.now() - Date.now())).toBeLessThan(1000);
  expect(Number.isInteger(realClock.now())).toBe(true);
});

test('a sleep lasts at least as long as asked, give or take the rounding of a millisecond', async () => {
  const start = performance.now();
  await realClock.sleep(seconds(0.02));
  expect(performance.now() - start).toBeGreaterThanOrEqual(19);
});

test('a sleep longer than a timer can hold does not end at once', async () => {
  const power = new AbortController();
  const sleep = realClock.sleep(seconds(1e9), power.signal);
  const first = await Promise.race([sleep, realClock.sleep(seconds(0.02)).then(() => 'short')]);
  expect(first).toBe('short');
  power.abort();
  await expect(sleep).rejects.toThrow('aborted');
});
