import type { JsonObject, Problem } from '@hearth/protocols';
import type { ServerResponse } from 'node:http';

import { refusalHeaders, type Refusal } from './refusal.ts';

/** So much of an answer may wait in memory for a caller that takes slowly, before the upstream has to wait as well. */
const MOST_HELD = 4 * 1024 * 1024;

/** Sends a whole JSON answer. */
export function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendBytes(outgoing, status, Buffer.from(JSON.stringify(body)), headers);
}

/** Sends whole bytes, as JSON unless the headers say otherwise. */
export function sendBytes(
  outgoing: ServerResponse,
  status: number,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (isGone(outgoing)) return;
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    'content-length': body.length,
  });
  outgoing.end(body);
}

/** Answers with an error in the shape of the caller's API. */
export function sendRefusal(
  outgoing: ServerResponse,
  refusal: Refusal,
  errorBody: (problem: Problem) => JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { problem } = refusal;
  sendJson(outgoing, problem.status, errorBody(problem), {
    ...headers,
    ...refusalHeaders(refusal),
  });
}

/** True when nothing more can reach the caller. */
export function isGone(outgoing: ServerResponse): boolean {
  return outgoing.destroyed || outgoing.writableEnded;
}

/** True while the caller takes so slowly that no more should be fetched for it. */
export function isFull(outgoing: ServerResponse): boolean {
  return !outgoing.destroyed && outgoing.writableLength > MOST_HELD;
}

/** The parts as one, copied only where there is more than one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array | null {
  const some = parts.filter((part) => part.length > 0);
  const [only] = some;
  return some.length > 1 ? Buffer.concat(some) : (only ?? null);
}
