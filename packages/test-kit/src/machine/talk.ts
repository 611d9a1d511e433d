/** How the tests of this room talk to a machine: plain fetch, and its answers taken apart. */
import type { Json } from './json.ts';
import type { Machine } from './start-machine.ts';

/** What came back. */
export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Posts a body as JSON and hears the answer to its end. */
export async function post(
  machine: Machine,
  path: string,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard> {
  const response = await fetch(`${machine.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Posts a body and hears an answer in one piece, as JSON. */
export async function postJson(machine: Machine, path: string, body: Json): Promise<Json> {
  return JSON.parse((await post(machine, path, body)).text) as Json;
}

/** Gets a path, as JSON. */
export async function getJson(machine: Machine, path: string): Promise<Json> {
  return (await (await fetch(`${machine.url}${path}`)).json()) as Json;
}

/** The data of each server-sent event in `text`; `[DONE]` stays a string. */
export function sseData(text: string): (Json | string)[] {
  return text
    .split('\n')
    .filter((row) => row.startsWith('data: '))
    .map((row) => row.slice('data: '.length))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as Json)));
}

/** The lines of newline-delimited JSON. */
export function jsonLines(text: string): Json[] {
  return text
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row) as Json);
}

/** A chat with one word of the user's. */
export function chatOf(content: string, more: Json = {}): Json {
  return { model: 'tiny', messages: [{ role: 'user', content }], ...more };
}

/** Starts a request whose answer nobody reads, and gives back what hangs it up. */
export function call(machine: Machine, path: string, body: Json, headers: Json = {}): () => void {
  const hangUp = new AbortController();
  fetch(`${machine.url}${path}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: JSON.stringify(body),
    signal: hangUp.signal,
  })
    .then((response) => response.text())
    .catch(() => null);
  return () => {
    hangUp.abort();
  };
}
