import type { Queue } from '@hearth/queue';
import type { Instant, MachineName } from '@hearth/words';

import {
  believe,
  learn,
  NO_SAMPLES,
  readSamples,
  type Learnt,
  type Measured,
  type Samples,
} from './rates.ts';

/** How fast each machine runs each model, learnt from the calls and kept over restarts. */
export interface RateBook {
  /** What is believed of a machine and a model, loaded wholly on the GPU or not. */
  of(machine: MachineName, model: string, whole?: boolean): Learnt;
  /** Takes in what a call has measured. What it gives back writes that down; null where it is not worth a write. */
  note(machine: MachineName, model: string, measured: Measured): (() => void) | null;
  /** Writes what is not yet on disk. */
  save(): void;
}

interface Page {
  readonly machine: MachineName;
  readonly model: string;
  samples: Samples;
  /** What the samples say of the model loaded wholly and in part; null until somebody asks. */
  wholly: Learnt | null;
  partly: Learnt | null;
  /** What was believed when it was last written, and how many calls have come since. */
  written: number | null;
  unwritten: number;
}

/** What is believed where nothing was measured. */
const NOTHING: Learnt = believe(NO_SAMPLES, true);
/** A belief that has moved by less than this share is not worth a write to the card. */
const WORTH_WRITING = 0.02;
const MOST_UNWRITTEN = 10;

/** Opens the book as the queue keeps it. */
export function openRateBook(queue: Queue, now: () => Instant): RateBook {
  const pages = new Map<string, Page>();
  for (const { machine, model, decode, samples } of queue.loadRates()) {
    const page = { ...newPage(machine, model), samples: readSamples(samples), written: decode };
    pages.set(keyOf(machine, model), page);
  }

  function write(page: Page): void {
    const { machine, model, samples } = page;
    const { decode, prefill } = believe(samples, true);
    queue.saveRate({ machine, model, decode, prefill, samples, learntAt: now() });
    page.written = decode;
    page.unwritten = 0;
  }

  return {
    of(machine, model, whole = true) {
      const page = pages.get(keyOf(machine, model));
      if (page === undefined) return NOTHING;
      return whole
        ? (page.wholly ??= believe(page.samples, true))
        : (page.partly ??= believe(page.samples, false));
    },
    note(machine, model, measured) {
      const key = keyOf(machine, model);
      const page = pages.get(key) ?? newPage(machine, model);
      const samples = learn(page.samples, measured);
      const hasLearnt = (Object.keys(samples) as (keyof Samples)[]).some(
        (kind) => samples[kind] !== page.samples[kind],
      );
      if (!hasLearnt) return null;
      pages.set(key, page);
      page.samples = samples;
      page.wholly = null;
      page.partly = null;
      page.unwritten += 1;
      const { decode } = believe(samples, true);
      const moved =
        page.written === null || decode === null
          ? decode !== page.written
          : Math.abs(decode - page.written) > WORTH_WRITING * page.written;
      return moved || page.unwritten >= MOST_UNWRITTEN ? () => write(page) : null;
    },
    save() {
      for (const page of pages.values()) if (page.unwritten > 0) write(page);
    },
  };
}

function newPage(machine: MachineName, model: string): Page {
  const learnt = { samples: NO_SAMPLES, wholly: null, partly: null };
  return { machine, model, ...learnt, written: null, unwritten: 0 };
}

function keyOf(machine: MachineName, model: string): string {
  return `${machine}\n${model}`;
}
