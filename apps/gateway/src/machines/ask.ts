import { reasonOf } from '../network-error.ts';
import type { Seconds } from '@hearth/words';
import { Pool } from 'undici';

/** What a machine answered to a question that needs no slot. */
export interface Answer {
  readonly status: number;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
  readonly text: string;
}

/** Asks one machine things that its slots are not needed for. */
export interface Ask {
  /** Throws {@link Unreachable} where there is no answer in time. */
  get(path: string, timeout?: Seconds): Promise<Answer>;
  /** The same, with a body. */
  post(path: string, body: unknown, timeout?: Seconds): Promise<Answer>;
  close(): Promise<void>;
}

/** A machine that did not answer; the message says in a few words why. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A look that takes longer tells nothing: a server on the house's network answers such questions at once. */
const TIMEOUT = 3;
/** The lists of models of a large house are some tens of kilobytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Makes an asker with connections of its own, so that no question ever stands in the way of a call. */
export function createAsk(url: string): Ask {
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    allowH2: false,
    connections: 2,
    connect: { timeout: TIMEOUT * 1000 },
    keepAliveTimeout: 3000,
  });

  async function ask(method: 'GET' | 'POST', path: string, body: string | null, timeout: number) {
    const signal = AbortSignal.timeout(timeout * 1000);
    try {
      const headers = { 'accept-encoding': 'identity' };
      const response = await pool.request({
        method,
        path: base + path,
        body,
        signal,
        headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
      });
      return { status: response.statusCode, ...(await read(response.body)) };
    } catch (error) {
      throw new Unreachable(reasonOf(error, signal.aborted), { cause: error });
    }
  }

  return {
    get: (path, timeout) => ask('GET', path, null, timeout ?? TIMEOUT),
    post: (path, body, timeout) => ask('POST', path, JSON.stringify(body), timeout ?? TIMEOUT),
    close: () => pool.destroy(),
  };
}

async function read(body: AsyncIterable<Buffer>): Promise<Pick<Answer, 'json' | 'text'>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new Error('its answer has no end');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  try {
    return { text, json: JSON.parse(text) as unknown };
  } catch {
    return { text, json: undefined };
  }
}
