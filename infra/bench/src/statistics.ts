/** What is told of a row of figures. */
export interface Summary {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /**
   * How far the median may be off, as a part of it: 0.1 is ten percent. It is 1.57 times the span of the middle half over
   * the square root of their number, the notch of McGill, Tukey and Larsen (Variations of Box Plots, 1978), which is
   * right about 19 times in 20 and shrinks with every round.
   */
  readonly doubt: number;
}

/**
 * The figure below which the part `part` (0 to 1) of the figures lies, between two figures on the line from one to the
 * other, as most tools do it. Throws where there is no figure.
 */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('There are no figures.');
  return below + (above - below) * (place - Math.floor(place));
}

/** The figure in the middle. Throws where there is none. */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** Sums up a row of figures. Throws where there is none. */
export function summary(figures: readonly number[]): Summary {
  const middle = median(figures);
  const span = quantile(figures, 0.75) - quantile(figures, 0.25);
  return {
    median: middle,
    least: quantile(figures, 0),
    most: quantile(figures, 1),
    // Figures that are all the same leave no doubt, also where they are nothing.
    doubt: span === 0 ? 0 : (1.57 * span) / Math.sqrt(figures.length) / Math.abs(middle),
  };
}

/**
 * How many times `b` goes into `a`, round by round. What slowed a round down slowed both, so that these vary less than
 * the figures themselves. Throws where the rounds are not the same.
 */
export function ratios(a: readonly number[], b: readonly number[]): readonly number[] {
  return paired(a, b, (one, other) => one / other);
}

/** How much more `a` is than `b`, round by round. Throws where the rounds are not the same. */
export function differences(a: readonly number[], b: readonly number[]): readonly number[] {
  return paired(a, b, (one, other) => one - other);
}

function paired(
  a: readonly number[],
  b: readonly number[],
  join: (one: number, other: number) => number,
): readonly number[] {
  if (a.length !== b.length) {
    throw new RangeError(`${a.length} rounds cannot be compared with ${b.length}.`);
  }
  return a.map((figure, round) => join(figure, b[round] ?? Number.NaN));
}
