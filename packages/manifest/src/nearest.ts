/** The known name that `given` was most likely meant to be, or null when nothing is near. */
export function nearest(given: string, known: Iterable<string>): string | null {
  const wanted = given.toLowerCase();
  let best: string | null = null;
  let least = 1 + Math.max(1, Math.round(wanted.length * 0.4));
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase(), least);
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** The hint behind a wrong name: `did you mean "gpu"? classes: gpu, render, light`. */
export function suggest(given: string, label: string, known: readonly string[]): string {
  const near = nearest(given, known);
  const shown = known.length > 12 ? [...known.slice(0, 12), '…'] : known;
  const list = `${label}: ${shown.join(', ')}`;
  return near === null ? list : `did you mean "${near}"? ${list}`;
}

/**
 * How many letters must be added, taken away, changed or swapped with their neighbour to make `a` into `b`
 * (Damerau and Levenshtein, with adjacent swaps). Gives up at `limit`, since farther names are no suggestion.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let steps = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (same ? 0 : 1),
      );
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) steps = Math.min(steps, (beforeLast[column - 2] ?? limit) + 1);
      current.push(steps);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit;
}
