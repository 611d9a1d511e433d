import type { JsonObject } from '@hearth/protocols';

import { aliasesOf, contextOf, modelsOf } from '../machines/models.ts';
import type { SeenModel } from '../machines/server.ts';
import type { Watched } from '../machines/watch.ts';
import type { CallsContext } from './context.ts';
import { nearestNames } from './nearest.ts';
import { refuse } from './refusal.ts';
import type { Visit } from './visit.ts';
import { sendJson } from './write.ts';

/** `GET /v1/models`: every model of the house, those in memory first, and the names that the operator gave them. */
export function listModels(door: CallsContext, { incoming, outgoing }: Visit): void {
  const data = entries(door);
  if (incoming.headers['anthropic-version'] !== undefined) {
    const ids = data.map(({ id }) => String(id));
    const list = ids.map((id) => ({ type: 'model', id, display_name: id, created_at: EPOCH }));
    const ends = { first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null };
    return sendJson(outgoing, 200, { data: list, has_more: false, ...ends });
  }
  sendJson(outgoing, 200, { object: 'list', data });
}

/** `GET /v1/models/<id>`: one of them. */
export function showModel(door: CallsContext, visit: Visit, id: string): void {
  const all = entries(door);
  const found = all.find((one) => one['id'] === id);
  if (found !== undefined) return sendJson(visit.outgoing, 200, found);
  const near = nearestNames(
    id,
    all.map((one) => String(one['id'])),
  );
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : null;
  const message = `No machine of this house has a model called "${id.slice(0, 100)}".`;
  visit.refuse(refuse(404, 'model_not_found', message, hint, { nearest: near }));
}

const EPOCH = '1970-01-01T00:00:00Z';

function entries({ watch }: CallsContext): readonly JsonObject[] {
  const byName = new Map<string, { seen: SeenModel; machine: Watched; also: string[] }>();
  for (const machine of watch.machines.values()) {
    for (const seen of modelsOf(machine)) {
      const known = byName.get(seen.name);
      if (known !== undefined) known.also.push(machine.declared.name);
      else byName.set(seen.name, { seen, machine, also: [] });
    }
  }
  const models = [...byName.values()].flatMap(({ seen, machine, also }) => {
    const { name } = machine.declared;
    const hearth = {
      machines: [name, ...also],
      loaded: machine.state === 'up' && seen.state === 'loaded',
      context: contextOf(machine, seen.name),
    };
    const own = entry(seen.name, name, hearth);
    const aliases = aliasesOf(machine, seen.name).filter((alias) => !byName.has(alias));
    return [own, ...aliases.map((alias) => entry(alias, name, { ...hearth, model: seen.name }))];
  });
  return models.sort((a, b) => Number(b.hearth.loaded) - Number(a.hearth.loaded));
}

function entry<H>(id: string, owner: string, hearth: H) {
  return { id, object: 'model', created: 0, owned_by: owner, hearth } as const;
}
