import { seconds, tokens } from '@hearth/words';
import { asCount, type JsonObject } from '../json.ts';
import type { Pace, Timings, Usage } from './usage.ts';

/** What llama.cpp's `timings` object says; milliseconds on the wire. */
export function readLlamaTimings(timings: JsonObject): { timings: Timings; usage: Usage } {
  const cached = asCount(timings['cache_n']);
  const read = asCount(timings['prompt_n']);
  const written = asCount(timings['predicted_n']);
  return {
    timings: {
      prefill: pace(read, timings['prompt_ms'], 1e3, timings['prompt_per_second']),
      decode: pace(written, timings['predicted_ms'], 1e3, timings['predicted_per_second']),
      load: null,
    },
    usage: {
      ...(read !== null && { prompt: tokens(read + (cached ?? 0)) }),
      ...(cached !== null && { cached: tokens(cached) }),
      ...(written !== null && { output: tokens(written) }),
    },
  };
}

/** What the last line of an Ollama answer says; nanoseconds on the wire. */
export function readOllamaTimings(last: JsonObject): { timings: Timings; usage: Usage } {
  const read = asCount(last['prompt_eval_count']);
  const written = asCount(last['eval_count']);
  const load = asCount(last['load_duration']);
  return {
    timings: {
      prefill: pace(read, last['prompt_eval_duration'], 1e9),
      decode: pace(written, last['eval_duration'], 1e9),
      load: load === null ? null : seconds(load / 1e9),
    },
    usage: {
      ...(read !== null && { prompt: tokens(read) }),
      ...(written !== null && { output: tokens(written) }),
    },
  };
}

/** Null where no time has passed yet: a rate of nothing, or of infinity, helps nobody. */
function pace(
  count: number | null,
  duration: unknown,
  unitsPerSecond: number,
  stated?: unknown,
): Pace | null {
  const time = asCount(duration);
  if (count === null || count === 0 || time === null || time === 0) return null;
  const span = time / unitsPerSecond;
  return { tokens: tokens(count), seconds: seconds(span), rate: asCount(stated) || count / span };
}
