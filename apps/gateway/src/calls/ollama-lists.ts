import { modelsOf, resolveModel } from '../machines/models.ts';
import type { Watched } from '../machines/watch.ts';
import type { CallsContext } from './context.ts';
import { findModel } from './find-model.ts';
import { readJson } from './read-json.ts';
import { refuse, refuseFor } from './refusal.ts';
import type { Visit } from './visit.ts';
import { sendBytes, sendJson } from './write.ts';

/** `GET /api/tags` and `GET /api/ps`: what the Ollama machines have, and what they have in memory, as last seen. */
export function listOllama(door: CallsContext, visit: Visit, which: 'tags' | 'ps'): void {
  const machines = ollamas(door);
  if (machines.length === 0) return refuseOllama(visit);
  const models = machines.flatMap((machine) =>
    modelsOf(machine)
      .filter(({ state }) => which === 'tags' || (state === 'loaded' && machine.state === 'up'))
      .flatMap(({ entry }) => (entry === null ? [] : [entry])),
  );
  sendJson(visit.outgoing, 200, { models });
}

/** `GET /api/version`: how clients of Ollama see whether it is there. */
export function showOllamaVersion(door: CallsContext, visit: Visit): void {
  const [machine] = ollamas(door);
  if (machine === undefined) return refuseOllama(visit);
  sendJson(visit.outgoing, 200, { version: machine.look?.version ?? '0.0.0' });
}

/** `POST /api/show`: what a model is made for. The machine is asked; that takes no slot. */
export async function showOllamaModel(door: CallsContext, visit: Visit): Promise<void> {
  const read = await readJson(door, visit.incoming);
  if (read === null) return;
  if ('problem' in read) return visit.refuse(read);
  const body = (typeof read.body === 'object' ? read.body : null) as Record<string, unknown> | null;
  const asked = body?.['model'] ?? body?.['name'];
  if (typeof asked !== 'string') {
    return visit.refuse(refuse(400, 'bad_request', '"model" is missing.'));
  }
  const found = findModel(door, asked, 'ollama-chat', '/api/show');
  if ('problem' in found) return visit.refuse(found);
  const resolved = resolveModel(ollamas(door), asked);
  const machine = ollamas(door).find(
    (one) =>
      one.state === 'up' &&
      resolved.kind === 'model' &&
      modelsOf(one).some(({ name }) => name === resolved.name),
  );
  if (machine === undefined || resolved.kind !== 'model') {
    return visit.refuse(refuseFor('no-machine', door.random()));
  }
  const answer = await machine.ask.post('/api/show', { ...body, model: resolved.name });
  sendBytes(visit.outgoing, answer.status, Buffer.from(answer.text));
}

function ollamas({ watch }: CallsContext): readonly Watched[] {
  return [...watch.machines.values()].filter(({ server }) => server?.name === 'ollama');
}

function refuseOllama(visit: Visit): void {
  const message = 'No machine of this house runs Ollama.';
  visit.refuse(
    refuse(404, 'api_not_served', message, 'The models can be used by the paths under /v1.'),
  );
}
