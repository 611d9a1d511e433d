import type { IncomingMessage } from 'node:http';

import { pathOf, type Answer, type Transport } from './send.ts';

/** What {@link overHttp} needs. */
export interface HttpOptions {
  readonly url: string;
  readonly key: string | undefined;
}

/**
 * Requests by Node's own `http`, for a program that must stay small: `fetch` takes sixteen megabytes more. Each has a
 * connection of its own, so that none is sent on one that the other side has just closed. It takes no query.
 */
export function overHttp({ url, key }: HttpOptions): Transport<Answer> {
  // Not by `import`: that makes a list of all that the module exports, and some of it is what `fetch` is made of.
  const { request: send } = process.getBuiltinModule(
    url.startsWith('https:') ? 'node:https' : 'node:http',
  );
  return (request, signal) =>
    new Promise((resolve, reject) => {
      const body = request.body === undefined ? null : JSON.stringify(request.body);
      const sent = send(`${url}/hearth/v1/${pathOf(request)}`, {
        method: request.method.toUpperCase(),
        agent: false,
        signal,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(body === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      });
      sent.once('error', reject);
      sent.once('response', (message) =>
        resolve({ status: message.statusCode ?? 0, text: () => read(message) }),
      );
      sent.end(body);
    });
}

async function read(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
