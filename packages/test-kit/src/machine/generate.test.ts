import { between, seconds, tokens, type Instant, type Tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import type { Clock } from '../clock.ts';
import { FakeClock } from '../fake-clock.ts';
import { decode, prefill, type Pace } from './generate.ts';
import type { Piece } from './plan.ts';
import { words } from './tokens.ts';

const FOREVER = new AbortController().signal;

function* said(count: number): Generator<Piece> {
  for (const text of words(tokens(count))) yield { part: 'text', text };
}

/** Runs a decode to its end on a fake clock and tells the millisecond of each batch, and its size. */
async function batches(
  count: number,
  rate: number,
  limit: Tokens = tokens(Infinity),
): Promise<[number, number][]> {
  const clock = new FakeClock();
  const pace: Pace = { prefill: Infinity, decode: rate };
  const seen: [number, number][] = [];
  const whole = (async () => {
    for await (const batch of decode(said(count), limit, pace, clock, FOREVER)) {
      seen.push([clock.now(), batch.length]);
    }
  })();
  await clock.advance(seconds(3600));
  await whole;
  return seen;
}

test('token k is there k / rate after the start, with no drift over hundreds of tokens', async () => {
  const seen = await batches(417, 13.9);
  expect(seen).toHaveLength(417);
  seen.forEach(([at], index) => {
    expect(at).toBe(Math.ceil(((index + 1) / 13.9) * 1000 - 1e-6));
  });
  expect(seen.at(-1)).toEqual([30_000, 1]);
});

test('a rate above what a timer resolves sends several tokens at once and keeps the rate', async () => {
  const seen = await batches(10_000, 5000);
  expect(seen.reduce((sum, [, size]) => sum + size, 0)).toBe(10_000);
  expect(seen.length).toBeLessThanOrEqual(2000);
  expect(seen.at(-1)?.[0]).toBe(2000);
});

test('a sleep that ends late is made up for by the tokens after it', async () => {
  // Every sleep of this clock ends half a second late.
  const fake = new FakeClock();
  const late: Clock = {
    now: () => fake.now(),
    sleep: (duration, signal) => fake.sleep(seconds(duration + 0.5), signal),
  };
  const sizes: number[] = [];
  const whole = (async () => {
    const pace: Pace = { prefill: Infinity, decode: 10 };
    for await (const batch of decode(said(30), tokens(Infinity), pace, late, FOREVER)) {
      sizes.push(batch.length);
    }
  })();
  await fake.advance(seconds(3.6));
  await whole;
  expect(sizes).toEqual([6, 6, 6, 6, 6]);
});

test('the limit ends it, and the last token knows that it is the last', async () => {
  const pace: Pace = { prefill: Infinity, decode: Infinity };
  const clock = new FakeClock();
  const tokensOf = async (count: number, limit: number) => {
    const batch = await Array.fromAsync(decode(said(count), tokens(limit), pace, clock, FOREVER));
    return batch.flat().map(({ last }) => last);
  };
  expect(await tokensOf(5, 3)).toEqual([false, false, true]);
  expect(await tokensOf(2, 3)).toEqual([false, true]);
  expect(await tokensOf(5, 0)).toEqual([]);
});

test('without a pace no timer is used, and others still have their turn', async () => {
  const noTimers: Clock = {
    now: () => 0 as Instant,
    sleep: () => Promise.reject(new Error('a timer was used')),
  };
  const pace: Pace = { prefill: Infinity, decode: Infinity };
  const power = new AbortController();
  let count = 0;
  setImmediate(() => {
    power.abort(new Error('stopped'));
  });
  const endless = async () => {
    const tokensForEver = decode(said(Infinity), tokens(Infinity), pace, noTimers, power.signal);
    for await (const batch of tokensForEver) count += batch.length;
  };
  await expect(endless()).rejects.toThrow('aborted');
  expect(count).toBeLessThan(10_000);
});

test('a prompt is read batch by batch, each at its own time from the start', async () => {
  const clock = new FakeClock();
  const start = clock.now();
  const pace: Pace = { prefill: 1000, decode: Infinity };
  const ends: number[] = [];
  const whole = (async () => {
    for await (const _batch of prefill(tokens(5000), 2048, pace, clock, FOREVER)) {
      ends.push(between(start, clock.now()));
    }
  })();
  await clock.advance(seconds(10));
  await whole;
  expect(ends).toEqual([2.048, 4.096, 5]);
});
