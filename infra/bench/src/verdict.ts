import type { Row } from './report.ts';
import { median, ratios } from './statistics.ts';

/** What a ratio must be. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** How hearth stands beside something else. */
export interface Verdict {
  readonly what: string;
  /** The ratio of each round. */
  readonly figures: readonly number[];
  /** Null for a ratio that is told for the record. */
  readonly bound: Bound | null;
  /** Whether the median keeps the bound; null where there is none. */
  readonly met: boolean | null;
}

/** Divides one row by another and holds the median against the bound. */
export function verdict(what: string, row: Row, by: Row, bound: Bound | null): Verdict {
  const figures = ratios(row.figures, by.figures);
  return { what, figures, bound, met: bound === null ? null : keeps(median(figures), bound) };
}

function keeps(ratio: number, bound: Bound): boolean {
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
}
