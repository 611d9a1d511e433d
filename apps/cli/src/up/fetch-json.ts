/** A server on this machine that takes longer to answer a short question is not there, in milliseconds. */
const PATIENCE = 500;

/** An answer whose body was JSON, whatever its status. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks by GET for a JSON document; null where nothing answers in time, or the answer is none. */
export async function fetchJson(url: string): Promise<JsonAnswer | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
    });
    return { status: response.status, body: await response.json() };
  } catch {
    // Whatever went wrong, what was asked for is not there.
    return null;
  }
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
