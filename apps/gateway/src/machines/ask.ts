import type { Seconds } from '@hearth/words';

import { createSender } from '../calls/send.ts';
import { reasonOf } from '../network-error.ts';

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
  close(): void;
}

/** A machine that did not answer; the message says in a few words why. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A look that takes longer tells nothing: a server on the house's network answers such questions at once. */
const TIMEOUT = 3;
/** The lists of models of a large house are some tens of kilobytes. */
const MOST_BYTES = 8 * 1024 * 1024;
/** So few that a machine that answers slowly is not asked ever more at once. */
const CONNECTIONS = 2;

/** Makes an asker with connections of its own, so that no question ever stands in the way of a call. */
export function createAsk(url: string): Ask {
  const sender = createSender(url, CONNECTIONS);

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    timeout: number,
  ): Promise<Answer> {
    const plain = { 'accept-encoding': 'identity' };
    const headers = body === null ? plain : { ...plain, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      let status = 0;
      let length = 0;
      const chunks: Buffer[] = [];
      const patience = setTimeout(() => giveUp('no answer in time'), timeout * 1000);
      const sent = sender.send(
        { method, path, headers, body },
        {
          begun(given) {
            status = given;
          },
          chunk(bytes) {
            length += bytes.length;
            chunks.push(bytes);
            if (length > MOST_BYTES) giveUp('its answer has no end');
          },
          ended() {
            clearTimeout(patience);
            resolve({ status, ...read(Buffer.concat(chunks).toString()) });
          },
          broke(error) {
            clearTimeout(patience);
            reject(new Unreachable(reasonOf(error), { cause: error }));
          },
        },
      );
      function giveUp(reason: string): void {
        clearTimeout(patience);
        sent.cancel();
        reject(new Unreachable(reason));
      }
    });
  }

  return {
    get: (path, timeout) => ask('GET', path, null, timeout ?? TIMEOUT),
    post: (path, body, timeout) => ask('POST', path, JSON.stringify(body), timeout ?? TIMEOUT),
    close: () => sender.close(),
  };
}

function read(text: string): Pick<Answer, 'json' | 'text'> {
  try {
    return { text, json: JSON.parse(text) as unknown };
  } catch {
    return { text, json: undefined };
  }
}
