import { protocolOf } from '@hearth/protocols';
import { StorageError } from '@hearth/queue';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { Unreachable } from '../machines/ask.ts';
import { GREETING } from '../routes/health.ts';
import type { CallsContext } from './context.ts';
import { countTokens } from './count-tokens.ts';
import { listModels, showModel } from './list-models.ts';
import { listOllama, showOllamaModel, showOllamaVersion } from './ollama-lists.ts';
import { passCall } from './pass.ts';
import { refuse, refuseFor, type Refusal } from './refusal.ts';
import { takeCall } from './take-call.ts';
import { enter, type Visit } from './visit.ts';
import { sendRefusal } from './write.ts';
import { errorBodyOf } from './error-body.ts';

/**
 * Answers a request to the model side, whose error it is whatever goes wrong, so that this never rejects. The answer is
 * written as it comes, straight to its connection: nothing stands between that could reframe a stream.
 */
export async function serve(
  door: CallsContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const visit = enter(door, incoming, outgoing);
    if (visit !== null) await dispatch(door, visit);
  } catch (error) {
    const refusal = refusalFor(door, error);
    if (outgoing.headersSent) outgoing.destroy();
    else sendRefusal(outgoing, refusal, errorBodyOf(incoming.url ?? '/'));
  }
}

/** What went wrong outside of any call, for its caller; the log hears of what nobody there can mend. */
function refusalFor(door: CallsContext, error: unknown): Refusal {
  if (error instanceof Unreachable) {
    const message = `The machine did not answer: ${error.message}.`;
    return refuseFor('no-machine', door.random(), { message });
  }
  if (error instanceof StorageError) {
    door.log(`error: ${error.message}`);
    const message =
      'The gateway cannot write its record, and sends nothing that it could not account for.';
    return refuse(503, 'unavailable', message);
  }
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  door.log(`error: a call of a model failed: ${said}`);
  return refuse(500, 'internal', 'The gateway failed; its log says how.');
}

async function dispatch(door: CallsContext, visit: Visit): Promise<void> {
  const { path } = visit.address;
  const method = visit.incoming.method ?? 'GET';
  const protocol = protocolOf(path);
  if (protocol !== null) {
    if (method !== 'POST') return wrongMethod(visit, 'POST');
    await takeCall(door, visit, protocol);
    return;
  }
  const own = OWN[path];
  door.watch.want();
  if (own !== undefined) {
    const [wanted, route] = own;
    if (method !== wanted && !(wanted === 'GET' && method === 'HEAD'))
      return wrongMethod(visit, wanted);
    await door.watch.settled;
    await route(door, visit);
    return;
  }
  if (path.startsWith('/v1/models/') && method === 'GET') {
    await door.watch.settled;
    showModel(door, visit, decoded(path.slice('/v1/models/'.length)));
    return;
  }
  if (path.startsWith('/v1/')) {
    await passCall(door, visit);
    return;
  }
  const hint =
    path.startsWith('/v1') || path.startsWith('/api/')
      ? null
      : 'The model APIs are under /v1 and /api.';
  visit.refuse(refuse(404, 'not_found', `There is no ${method} ${path}.`, hint));
}

type OwnRoute = (door: CallsContext, visit: Visit) => void | Promise<void>;

/** What is answered without a slot. */
const OWN: Readonly<Record<string, readonly ['GET' | 'POST', OwnRoute]>> = {
  // Ollama's own command asks here first whether anybody is there.
  '/': ['GET', (_door, { outgoing }) => void outgoing.end(GREETING)],
  '/v1/models': ['GET', listModels],
  '/v1/messages/count_tokens': ['POST', countTokens],
  '/api/tags': ['GET', (door, visit) => listOllama(door, visit, 'tags')],
  '/api/ps': ['GET', (door, visit) => listOllama(door, visit, 'ps')],
  '/api/version': ['GET', showOllamaVersion],
  '/api/show': ['POST', showOllamaModel],
};

function wrongMethod(visit: Visit, wanted: string): void {
  visit.outgoing.setHeader('allow', wanted);
  const { path } = visit.address;
  visit.refuse(refuse(405, 'method_not_allowed', `${path} takes ${wanted}.`));
}

/** The text of a path's part; what is wrongly encoded stays as it is, and will be found to be nobody's name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
