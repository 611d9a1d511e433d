import { seconds, type Seconds } from '@hearth/words';
import { seededRandom } from './random.ts';

/** How the durations of a job are spread. */
export type Shape =
  /** Always about `typical`. */
  | { readonly kind: 'steady'; readonly typical: Seconds }
  /**
   * Mostly `quiet` runs that find nothing to do, and now and then a `busy` one: each run is a quiet one with the
   * chance `quietShare`, from 0 to 1, whatever the run before it was.
   */
  | {
      readonly kind: 'bimodal';
      readonly quiet: Seconds;
      readonly busy: Seconds;
      readonly quietShare: number;
    };

/** A history to make. */
export interface HistoryOptions {
  readonly shape: Shape;
  /** How many runs. */
  readonly runs: number;
  /** The same seed makes the same history. */
  readonly seed: number;
  /** How far a duration strays from its middle, either way, as a share of it. Default 0.1. */
  readonly spread?: number;
}

/** The durations of a job's completed runs, the oldest first. */
export function generatedHistory(options: HistoryOptions): Seconds[] {
  const { shape, runs, seed, spread = 0.1 } = options;
  const random = seededRandom(seed);
  const middle = (): Seconds => {
    if (shape.kind === 'steady') return shape.typical;
    return random() < shape.quietShare ? shape.quiet : shape.busy;
  };
  return Array.from({ length: runs }, () => seconds(middle() * (1 + spread * (2 * random() - 1))));
}
