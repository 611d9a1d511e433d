import { differences, median, ratios } from './statistics.ts';

/** What was measured in each round. */
interface Measured {
  readonly figures: readonly number[];
}

/** What a figure must be. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** How hearth stands beside something else, or beside a number. */
export interface Verdict {
  readonly what: string;
  /** The figure of each round. */
  readonly figures: readonly number[];
  /** Null for what is told for the record. */
  readonly bound: Bound | null;
  /** Whether the median keeps the bound; null where there is none. */
  readonly met: boolean | null;
}

/** Divides one row by another and holds the median against the bound. */
export function verdict(what: string, row: Measured, by: Measured, bound: Bound | null): Verdict {
  return held(what, ratios(row.figures, by.figures), bound);
}

/** Takes one row from another and holds the median of what is left against the bound. */
export function difference(
  what: string,
  row: Measured,
  less: Measured,
  bound: Bound | null,
): Verdict {
  return held(what, differences(row.figures, less.figures), bound);
}

/** Holds the median of figures against the bound. */
export function held(what: string, figures: readonly number[], bound: Bound | null): Verdict {
  return { what, figures, bound, met: bound === null ? null : keeps(median(figures), bound) };
}

function keeps(figure: number, bound: Bound): boolean {
  return 'atLeast' in bound ? figure >= bound.atLeast : figure <= bound.atMost;
}
