import { seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { believe, learn, NO_SAMPLES, readSamples, type Measured, type Samples } from './rates.ts';

const NOTHING: Measured = {
  decode: null,
  prefill: null,
  load: null,
  bytesPerToken: null,
  thinking: null,
  whole: true,
};

function decoding(rate: number, count = 100, whole = true): Measured {
  const span = { tokens: tokens(count), seconds: seconds(count / rate), rate };
  return { ...NOTHING, decode: span, whole };
}

function reading(rate: number): Measured {
  return { ...NOTHING, prefill: { tokens: tokens(1000), seconds: seconds(1), rate } };
}

function after(...measured: readonly Measured[]): Samples {
  return measured.reduce(learn, NO_SAMPLES);
}

function thought(...all: readonly (number | null)[]): Samples {
  return after(...all.map((thinking) => ({ ...NOTHING, thinking })));
}

describe('the rate of writing', () => {
  test('is the median, which one odd call does not move', () => {
    const samples = after(...[14, 13.8, 14.1, 900, 14.2, 0.3, 13.9].map((rate) => decoding(rate)));
    expect(believe(samples, true).decode).toBe(14);
  });

  test('is not learnt from answers too short to tell', () => {
    expect(believe(after(decoding(900, 5)), true).decode).toBeNull();
  });

  test('follows a machine that has changed within a day of calls', () => {
    const old = Array.from({ length: 20 }, () => decoding(14));
    const fresh = Array.from({ length: 8 }, () => decoding(40));
    expect(believe(after(...old, ...fresh), true).decode).toBe(40);
  });

  test('of a load that was half on the CPU counts only for such loads', () => {
    const samples = after(decoding(40), decoding(3, 100, false), decoding(41));
    expect(believe(samples, true).decode).toBe(40);
    expect(believe(samples, false).decode).toBe(3);
    expect(believe(after(decoding(3, 100, false)), true).decode).toBe(3);
  });
});

test('the rate of reading is a low one, since a cached prompt seems to be read in no time', () => {
  expect(believe(after(...[300, 310, 90_000, 320, 80_000].map(reading)), true).prefill).toBe(310);
});

test('a token of a prompt is between the least and the most bytes that were seen', () => {
  const samples = after(...[4.1, 3.9, 4.4].map((bytesPerToken) => ({ ...NOTHING, bytesPerToken })));
  expect(believe(samples, true).bytesPerToken).toEqual({ least: 3.9, most: 4.4 });
  expect(believe(NO_SAMPLES, true).bytesPerToken).toBeNull();
});

describe('what a model thinks first', () => {
  test('is what most of its answers took at least', () => {
    expect(believe(thought(800, 300, null, 240, 500), true).thinking).toBe(240);
    expect(believe(thought(0, 0, 300, 0, 0), true).thinking).toBe(0);
  });

  test('is nothing for a model that does not, of which nothing is kept', () => {
    expect(thought(0, 0, 0)).toEqual(NO_SAMPLES);
    expect(believe(NO_SAMPLES, true).thinking).toBe(0);
  });
});

test('samples survive being kept as JSON, and nonsense is none', () => {
  const samples = after(decoding(14), decoding(3, 100, false));
  expect(readSamples(JSON.parse(JSON.stringify(samples)))).toEqual(samples);
  expect(readSamples(null)).toEqual(NO_SAMPLES);
  expect(readSamples({ decode: [1, { rate: 'x' }], prefill: 'y' })).toEqual(NO_SAMPLES);
});

test('no number of calls makes them grow without end', () => {
  const samples = after(...Array.from({ length: 100 }, () => decoding(14)));
  expect(samples.decode.length).toBeLessThan(20);
});
