/** Lenient readers of what model servers say: a field that is missing or odd is absent, and nothing here throws. */

/** A JSON object whose fields are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** The object that `value` is, else an empty one. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** The objects in the list that `value` is; none where it is no list. */
export function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map((one: unknown) => object(one)) : [];
}

/** The text that `value` is, unless it is empty; else null. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The number that `value` is, when it is finite and above 0; else null. */
export function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}
