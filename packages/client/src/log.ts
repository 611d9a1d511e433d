import { unreachable } from './hearth-error.ts';
import type { CallOptions, Connection } from './send.ts';

/** How to read the output of a run. */
export interface LogOptions extends CallOptions {
  /** Go on until the run is over. */
  readonly follow?: boolean | undefined;
  /** So many bytes of it have been had before, and are passed over. */
  readonly had?: number | undefined;
}

/** A connection that lasted this long, in milliseconds, is worth taking up again though it brought nothing. */
const WORTH_RESUMING = 1000;

/**
 * The output of a run, as the bytes come. Output is only ever added to, so a follower whose connection breaks
 * (the gateway is restarted, or `fetch` gives up on a job that is silent for five minutes) asks again and passes
 * over what it has had; what comes after output that was dropped in the meantime it gets once more. Rejects when the
 * gateway cannot be reached at all, and, without `follow`, when the connection breaks.
 */
export async function* readLog(
  connection: Connection,
  id: number,
  { follow = false, had: before = 0, signal }: LogOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  let had = before;
  for (;;) {
    const { body, headers } = await connection.open({
      method: 'get',
      path: ['runs', id, 'log'],
      ...(follow ? { query: { follow: 1 } } : {}),
      signal,
    });
    if (body === null) return;
    const gapAt = headers.get('x-hearth-gap-at');
    if (gapAt !== null) had = Math.min(had, Number(gapAt));
    const opened = performance.now();
    const resumed = had;
    let passed = 0;
    try {
      for await (const chunk of body) {
        const fresh = chunk.subarray(Math.max(0, had - passed));
        passed += chunk.byteLength;
        if (fresh.byteLength === 0) continue;
        had += fresh.byteLength;
        yield fresh;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      const resume = follow && (had > resumed || performance.now() - opened > WORTH_RESUMING);
      if (!resume) throw unreachable(connection.url, error);
    }
  }
}
