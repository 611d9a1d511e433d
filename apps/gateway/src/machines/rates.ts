import { seconds, tokens, type Seconds, type Tokens } from '@hearth/words';

/** What one finished call tells about the speed of a machine with a model. Everything in it may be missing. */
export interface Measured {
  /** Writing the answer: how many tokens, and how long it took. */
  readonly decode: Span | null;
  /** Reading the prompt, without what was in the cache as far as that is known. */
  readonly prefill: Span | null;
  /** How long the model took to load first. */
  readonly load: Seconds | null;
  /** How many bytes of prompt made one token. */
  readonly bytesPerToken: number | null;
  /** How many tokens it thought, where it was let and an answer began. */
  readonly thinking: number | null;
  /** False when a part of the model ran on the CPU. */
  readonly whole: boolean;
}

/** So many tokens in so much time. */
export interface Span {
  readonly tokens: Tokens;
  readonly seconds: Seconds;
  /** Tokens a second. */
  readonly rate: number;
}

/** The latest measurements of one machine and model, the oldest first; what is kept over a restart. */
export interface Samples {
  readonly decode: readonly { readonly rate: number; readonly whole: boolean }[];
  readonly prefill: readonly number[];
  readonly load: readonly number[];
  readonly bytesPerToken: readonly number[];
  readonly thinking: readonly number[];
}

/** What is believed of one machine and model; null where nothing was measured. */
export interface Learnt {
  /** Tokens written a second. */
  readonly decode: number | null;
  /** Tokens read a second. */
  readonly prefill: number | null;
  readonly load: Seconds | null;
  /** The least and the most bytes that a token of a prompt has been; a prompt is between the two. */
  readonly bytesPerToken: { readonly least: number; readonly most: number } | null;
  /** The tokens that it thinks at least before it answers; 0 for a model that does not. */
  readonly thinking: Tokens;
}

export const NO_SAMPLES: Samples = {
  decode: [],
  prefill: [],
  load: [],
  bytesPerToken: [],
  thinking: [],
};

/** So many are kept: enough for a median that one odd call in three does not move, few enough to follow a change in a day. */
const KEPT = 15;
/** Fewer tokens than this say more about the start of a call than about the rate. */
const LEAST_DECODED = 32;
const LEAST_READ = 64;

/** The samples with what this call adds to them. What is too small to mean anything adds nothing. */
export function learn(samples: Samples, measured: Measured): Samples {
  const { decode, prefill, load, bytesPerToken, thinking, whole } = measured;
  const writes = decode !== null && decode.tokens >= LEAST_DECODED && isRate(decode.rate);
  const reads = prefill !== null && prefill.tokens >= LEAST_READ && isRate(prefill.rate);
  return {
    decode: writes ? keep(samples.decode, { rate: decode.rate, whole }) : samples.decode,
    prefill: reads ? keep(samples.prefill, prefill.rate) : samples.prefill,
    load: load !== null && load > 1 ? keep(samples.load, load) : samples.load,
    bytesPerToken:
      bytesPerToken !== null && isRate(bytesPerToken)
        ? keep(samples.bytesPerToken, bytesPerToken)
        : samples.bytesPerToken,
    // Of a model that never thinks nothing is kept.
    thinking:
      thinking !== null && (thinking > 0 || samples.thinking.length > 0)
        ? keep(samples.thinking, thinking)
        : samples.thinking,
  };
}

/**
 * What the samples say while the model is loaded as `whole` says. The rate of writing is their median; one that was
 * measured half on the CPU counts only for a model that is loaded like that, or where there is no other. The rate of
 * reading is their lower quartile, since a prompt that was in the cache looks as if it had been read in no time. So is
 * what it thinks: what three answers in four took is what the next one will hardly do without.
 */
export function believe(samples: Samples, whole: boolean): Learnt {
  const alike = samples.decode.filter((one) => one.whole === whole);
  const decode = (alike.length > 0 ? alike : samples.decode).map(({ rate }) => rate);
  const load = quantile(samples.load, 0.5);
  const least = quantile(samples.bytesPerToken, 0);
  const most = quantile(samples.bytesPerToken, 1);
  return {
    decode: quantile(decode, 0.5),
    prefill: quantile(samples.prefill, 0.25),
    load: load === null ? null : seconds(load),
    bytesPerToken: least === null || most === null ? null : { least, most },
    thinking: tokens(quantile(samples.thinking, 0.25) ?? 0),
  };
}

/** The samples that were kept as JSON; what does not look like samples is taken for none. */
export function readSamples(value: unknown): Samples {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof Samples, unknown>
  >;
  const decode = Array.isArray(given.decode) ? (given.decode as unknown[]) : [];
  return {
    decode: decode.flatMap((one) => {
      const { rate, whole } = (one ?? {}) as { readonly rate?: unknown; readonly whole?: unknown };
      return typeof rate === 'number' && isRate(rate) ? [{ rate, whole: whole !== false }] : [];
    }),
    prefill: numbers(given.prefill),
    load: numbers(given.load),
    bytesPerToken: numbers(given.bytesPerToken),
    thinking: numbers(given.thinking),
  };
}

function numbers(list: unknown): number[] {
  return Array.isArray(list) ? list.filter((one): one is number => typeof one === 'number') : [];
}

function keep<T>(list: readonly T[], one: T): readonly T[] {
  return [...list.slice(1 - KEPT), one];
}

function isRate(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

/** The value at that share of the sorted list; null for an empty one. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? null;
}
