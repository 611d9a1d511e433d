import type { Finding, Path } from '../problem.ts';
import { isMap } from '../schema/section.ts';

/**
 * The manifest as it stands in the files. What goes across entries is checked on this, not on what the schema makes of
 * it, so that one wrong value does not hide what is wrong elsewhere.
 */
export type Raw = Readonly<Record<string, unknown>>;

/** The named entries of a section, as far as they are maps. */
export function entriesOf(raw: Raw, section: string): (readonly [name: string, entry: Raw])[] {
  const entries = raw[section];
  if (!isMap(entries)) return [];
  return Object.entries(entries).flatMap(([name, entry]) =>
    isMap(entry) ? [[name, entry] as const] : [],
  );
}

/** The names that a section declares. */
export function namesOf(raw: Raw, section: string): string[] {
  const entries = raw[section];
  return isMap(entries) ? Object.keys(entries) : [];
}

/** The text, or the texts of the list, that stand at a field, each with its path. */
export function textsAt(
  entry: Raw,
  field: string,
  path: Path,
): (readonly [path: Path, text: string])[] {
  const value = entry[field];
  const here = [...path, field];
  if (typeof value === 'string') return [[here, value]];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) =>
    typeof item === 'string' ? [[[...here, index], item] as const] : [],
  );
}

/** A finding about a value. */
export function atValue(path: Path, message: string, hint: string | null): Finding {
  return { path, at: 'value', message, hint };
}
