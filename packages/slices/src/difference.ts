/** Where two texts part: the line, the first being 1, and the end of a sentence that begins with the name of the file. */
export interface Difference {
  readonly line: number;
  readonly says: string;
}

/**
 * The first line of `found` that is not as in `wanted`; null when the texts are the same. A line that systemd reads
 * comes before a comment: that a limit is another one says more than that the comment about it is.
 */
export function firstDifference(found: string, wanted: string): Difference | null {
  if (found === wanted) return null;
  const is = found.split('\n');
  const should = wanted.split('\n');
  const lines = Array.from({ length: Math.max(is.length, should.length) }, (_, index) => index);
  const differing = lines.filter((index) => is[index] !== should[index]);
  const read = differing.find((index) => !isComment(is[index]) || !isComment(should[index]));
  const first = read ?? differing[0] ?? 0;
  return { line: first + 1, says: sentence(first + 1, is[first], should[first]) };
}

function sentence(line: number, is: string | undefined, should: string | undefined): string {
  if (is === undefined) return `ends before line ${line}, which should be "${should ?? ''}"`;
  if (should === undefined) return `has a line ${line} too many, "${is}"`;
  return `says "${is}" in line ${line}, and should say "${should}"`;
}

function isComment(line: string | undefined): boolean {
  return line?.startsWith('#') === true;
}
