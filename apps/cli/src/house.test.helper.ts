import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';

import { instant } from '@hearth/words';

import { main } from './main.ts';
import { aStatus } from './samples.test.helper.ts';

/** What one command said, and its exit code. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One request, with its body read. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** What a route answers: a value as JSON with 200, or whatever it writes. */
export type Answer = object | ((response: ServerResponse, asked: Asked) => void | Promise<void>);

/** A real HTTP server in the place of a gateway. */
export interface TestHouse extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Runs a command line against it, at the time of the samples. */
  readonly hearth: (...argv: string[]) => Promise<Said>;
}

/** When the samples are looked at. */
export const NOW = '2026-07-01T12:00:00.000Z';

const atNow = () => instant(Date.parse(NOW));

/** Serves `answers` by method and path, like `GET /runs/12`; what is not there is `not_found`. */
export async function house(answers: Readonly<Record<string, Answer>> = {}): Promise<TestHouse> {
  const asked: Asked[] = [];
  const routes: Record<string, Answer> = { 'GET /status': aStatus(), ...answers };
  const server = createServer((request, response) => {
    void (async () => {
      const one = await read(request);
      asked.push(one);
      const path = one.url.pathname.replace('/hearth/v1', '');
      const answer = routes[`${one.method} ${path}`];
      if (typeof answer === 'function') await answer(response, one);
      else if (answer === undefined) refuse(response, 404, 'not_found', `there is no ${path}`);
      else json(response, 200, answer);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    hearth: (...argv) => hearth(...argv, '--url', url),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Runs a command line in this process. */
export async function hearth(...argv: string[]): Promise<Said> {
  const [stdout, stderr] = [new Heard(), new Heard()];
  const code = await main(argv, { stdout, stderr, now: atNow });
  return { code, out: stdout.text, err: stderr.text };
}

/** Answers JSON. */
export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers an error of hearth's own. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  hint: string | null = null,
): void {
  json(response, status, { error: { code, message, hint, details: {} } });
}

/** Keeps what is written. */
class Heard extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '', 'http://gateway'),
    key: request.headers.authorization,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
