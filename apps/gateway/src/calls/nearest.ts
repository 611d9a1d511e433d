/** A name that is longer than this is nobody's; looking at all of it would only take time. */
const LONGEST = 100;
/** How many are shown; more would be a list and no help. */
const SHOWN = 3;

/** The known names that look most like the one given, the likeliest first; none where none is near. */
export function nearestNames(given: string, known: Iterable<string>): readonly string[] {
  const wanted = plain(given);
  const scored = [...known].map((one) => ({ one, steps: likeness(wanted, plain(one)) }));
  const most = Math.max(2, Math.round(wanted.length * 0.4));
  return scored
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, SHOWN)
    .map(({ one }) => one);
}

/** Names of models differ in case, in their folders and in punctuation long before they differ in letters. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .slice(text.lastIndexOf('/') + 1)
    .slice(0, LONGEST)
    .replace(/[^a-z0-9]/g, '');
}

/** 0 where one name is the beginning of the other, else how many letters have to change (Levenshtein). */
function likeness(a: string, b: string): number {
  if (a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a))) return 0;
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + same,
        ),
      );
    }
    last = current;
  }
  return last[b.length] ?? a.length;
}
