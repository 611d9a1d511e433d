import { modelsOf } from '../machines/models.ts';
import type { CallsContext } from './context.ts';
import { findModel } from './find-model.ts';
import { readJson } from './read-json.ts';
import { refuse, refuseFor } from './refusal.ts';
import type { Visit } from './visit.ts';
import { sendBytes } from './write.ts';

/** `POST /v1/messages/count_tokens`: the machine counts. That takes no slot, so nobody has to wait for it. */
export async function countTokens(door: CallsContext, visit: Visit): Promise<void> {
  const read = await readJson(door, visit.incoming);
  if (read === null) return;
  if ('problem' in read) return visit.refuse(read);
  const { body } = read;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return visit.refuse(refuse(400, 'bad_request', 'The body must be a JSON object.'));
  }
  const { model: named } = body as { readonly model?: unknown };
  const asked = typeof named === 'string' ? named : null;
  const found = findModel(door, asked, 'count-tokens', visit.address.path);
  if ('problem' in found) return visit.refuse(found);
  const machine = [...door.watch.machines.values()].find(
    (one) =>
      one.state === 'up' &&
      one.server?.apis.has('count-tokens') === true &&
      (found.model === null || modelsOf(one).some(({ name }) => name === found.model)),
  );
  if (machine === undefined) return visit.refuse(refuseFor('no-machine', door.random()));
  const model = found.model ?? modelsOf(machine)[0]?.name;
  const answer = await machine.ask.post(visit.address.path, { ...body, model });
  sendBytes(visit.outgoing, answer.status, Buffer.from(answer.text));
}
