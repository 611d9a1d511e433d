import { describe, expect, test } from 'vitest';
import { readLlamaTimings, readOllamaTimings } from './timings.ts';

describe('the timings of llama.cpp', () => {
  test('are in milliseconds, with cached tokens apart and the rate as the server has it', () => {
    const said = {
      cache_n: 60,
      prompt_n: 5,
      prompt_ms: 100,
      prompt_per_second: 50,
      predicted_n: 4,
      predicted_ms: 300,
      predicted_per_second: 10,
    };
    expect(readLlamaTimings(said)).toEqual({
      timings: {
        prefill: { tokens: 5, seconds: 0.1, rate: 50 },
        decode: { tokens: 4, seconds: 0.3, rate: 10 },
        load: null,
      },
      usage: { prompt: 65, cached: 60, output: 4 },
    });
  });

  test('are no pace while nothing has happened', () => {
    const said = {
      cache_n: 64,
      prompt_n: 0,
      prompt_ms: 0,
      predicted_n: 0,
      predicted_ms: 0,
      predicted_per_second: 0,
    };
    expect(readLlamaTimings(said).timings).toEqual({ prefill: null, decode: null, load: null });
  });

  test('may be strange', () => {
    expect(readLlamaTimings({ predicted_n: '4', predicted_ms: -1 })).toEqual({
      timings: { prefill: null, decode: null, load: null },
      usage: {},
    });
  });
});

test('the timings of Ollama are in nanoseconds', () => {
  const line = {
    prompt_eval_count: 40,
    prompt_eval_duration: 8e8,
    eval_count: 10,
    eval_duration: 5e8,
    load_duration: 2e9,
  };
  expect(readOllamaTimings(line)).toEqual({
    timings: {
      prefill: { tokens: 40, seconds: 0.8, rate: 50 },
      decode: { tokens: 10, seconds: 0.5, rate: 20 },
      load: 2,
    },
    usage: { prompt: 40, output: 10 },
  });
});
