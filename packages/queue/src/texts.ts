/** Text from outside is kept up to so many characters; a job's output keeps its end, everything else its beginning. */
const LONGEST_SENTENCE = 2000;
const LONGEST_OUTPUT = 16_384;

/**
 * A sentence as the database can hold it: a lone half of a surrogate pair and a NUL become U+FFFD, and what is too long
 * is cut. For texts that must not be refused, because what they report has happened.
 */
export function mend(text: string): string {
  return clean(text.length <= LONGEST_SENTENCE ? text : text.slice(0, LONGEST_SENTENCE));
}

/** {@link mend} where there is a text. */
export function mendOrNull(text: string | null): string | null {
  return text === null ? null : mend(text);
}

/** The end of a job's output, mended in the same way. */
export function mendOutput(text: string): string {
  return clean(text.length <= LONGEST_OUTPUT ? text : text.slice(-LONGEST_OUTPUT));
}

/** True for text that comes back from the database, and passes through an environment variable, as it went in. */
export function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}');
}
