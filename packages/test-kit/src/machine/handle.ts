import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Api } from './ask.ts';
import { emitInstead } from './emit-fault.ts';
import type { Exchange } from './exchange.ts';
import { readFault, type Fault } from './fault.ts';
import { object } from './json.ts';
import type { Live, Seen } from './record.ts';
import { LOADING, refusalBody, type Refusal } from './refusal.ts';
import type { Inside, Reply } from './route.ts';
import { ROUTES } from './routes.ts';
import { serve } from './serve.ts';
import { openWire } from './wire.ts';

/** The parts of a machine that take part in answering a request. */
export interface Parts extends Pick<Exchange, 'inside' | 'record' | 'manner' | 'pace'> {
  /** The next fault in line for a request; `forModel` says whether it asks for the model's work. */
  takeFault(seen: Seen, forModel: boolean): Fault | null;
}

/** Answers one HTTP request: reads it, records it, finds its route and its fault, and carries it out. */
export async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<void> {
  // A write that the peer did not wait for is no event of its own: its leaving is, by 'close'.
  response.on('error', () => null);
  try {
    await answer(request, response, parts);
  } catch (error) {
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `The machine failed: ${String(error)}` } }));
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<void> {
  const { record, inside } = parts;
  const url = new URL(request.url ?? '/', 'http://machine');
  const text = await readText(request);
  const method = request.method ?? 'GET';
  const body = parsed(text);
  const { headers } = request;
  const seen = record.arrived({ method, path: url.pathname, headers, text, body });
  response.on('close', () => {
    if (!response.writableFinished) record.peerGone(seen);
  });

  const reply = replyTo(seen, url.searchParams, inside);
  const forModel = reply.kind === 'generate';
  const asked = readFault(headers, forModel ? reply.ask.prompt : '');
  const fault = asked ?? parts.takeFault(seen, forModel);
  const wire = openWire(response, fault);
  const exchange: Exchange = { ...parts, seen, response, wire, fault };
  if (forModel) {
    await serve(exchange, reply);
    return;
  }
  const victim = { inside, response, wire, api: apiOf(seen) };
  if (fault !== null && (await emitInstead(fault, victim)) !== null) return;
  wire.begin(reply.status ?? 200, { 'content-type': 'application/json' });
  wire.write(JSON.stringify(reply.body));
  wire.end();
}

function replyTo(seen: Live, query: URLSearchParams, inside: Inside): Reply {
  const { kind, shelf } = inside;
  const refuse = (refusal: Refusal): Reply => ({
    kind: 'json',
    status: refusal.status,
    body: refusalBody(kind, apiOf(seen), refusal),
  });
  if (shelf.isSingle && shelf.current.window === null) return refuse(LOADING);
  const route = ROUTES[kind][`${seen.method} ${seen.path}`];
  if (route === undefined) {
    const message = `${kind} has no ${seen.method} ${seen.path}`;
    return refuse({ status: 404, type: 'not_found_error', message });
  }
  if (seen.text !== '' && seen.body === undefined) {
    const message = 'the body is not JSON';
    return refuse({ status: 400, type: 'invalid_request_error', message });
  }
  return route({ body: object(seen.body), query }, inside);
}

/** The API whose error shape a path has. */
function apiOf({ path }: Seen): Api {
  if (path.startsWith('/v1/messages')) return 'messages';
  return path.startsWith('/api/') ? 'ollama' : 'chat';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
