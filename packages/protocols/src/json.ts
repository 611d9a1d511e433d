/** A JSON object whose fields nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as a JSON object, or null for anything else (lists and null too). */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

/** The value as a list, or an empty one for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as text, or null for anything else. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value as text with something in it: the deltas of a stream are often empty or null. */
export function asSome(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The value as a number that is 0 or more, or null for anything else. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The objects in a list; whatever else is in it is passed over. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return asList(value).filter((one): one is JsonObject => asObject(one) !== null);
}

/** Parses text that must be one JSON object; null when it is not. */
export function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}
