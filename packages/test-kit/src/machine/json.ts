/**
 * Lenient readers of a request's body. A model server takes a missing or odd field for absent, so these never
 * throw; what must be there is asked for by the route.
 */

/** A JSON object whose fields are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** The object that `value` is, else an empty one. */
export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** The list that `value` is, else an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The string that `value` is, else an empty one. */
export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The number that `value` is, else null. */
export function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
