import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { HearthError } from './hearth-error.ts';

/** One request that the server got, with its body read. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A real HTTP server of one test. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Seen[];
}

/** Starts a server that answers as `answer` does. It is closed, with every connection, at the end of the scope. */
export async function serve(
  answer: (response: ServerResponse, request: Seen) => void | Promise<void>,
): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      };
      seen.push(one);
      await answer(response, one);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The error that a method of the client rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<HearthError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HearthError)) throw new Error(`not a HearthError: ${String(error)}`);
  return error;
}

/** Answers a value as JSON. */
export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
