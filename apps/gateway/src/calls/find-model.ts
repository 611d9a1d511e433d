import { modelsOf, resolveModel } from '../machines/models.ts';
import type { Watched } from '../machines/watch.ts';
import type { CallsContext } from './context.ts';
import { nearestNames } from './nearest.ts';
import { refuse, refuseFor, type Refusal } from './refusal.ts';

/** How many names of models an error lists when none is near. */
const LISTED = 8;

/** The model that a call is for, null for whatever is loaded; or why there is none. */
export function findModel(
  door: CallsContext,
  asked: string | null,
  api: string,
  path: string,
): { readonly model: string | null } | Refusal {
  const machines = [...door.watch.machines.values()];
  const resolved = resolveModel(machines, asked);
  switch (resolved.kind) {
    case 'untold':
      return refuseFor(resolved.loading ? 'loading' : 'no-machine', door.random());
    case 'unknown':
      return unknownModel(asked ?? '', resolved.known);
    case 'any':
    case 'model': {
      const model = resolved.kind === 'any' ? null : resolved.name;
      const having = machines.filter(
        (one) =>
          one.server !== null &&
          (model === null || modelsOf(one).some(({ name }) => name === model)),
      );
      const speaks = having.some(({ server }) => server?.apis.has(api) === true);
      if (speaks || having.length === 0) return { model };
      return unspoken(path, having, model);
    }
  }
}

function unknownModel(asked: string, known: readonly string[]): Refusal {
  const near = nearestNames(asked, known);
  const shown = asked.length > 100 ? `${asked.slice(0, 99)}…` : asked;
  const message = `No machine of this house has a model called "${shown}".`;
  return refuse(404, 'model_not_found', message, hintFor(near, known), { nearest: near });
}

function hintFor(near: readonly string[], known: readonly string[]): string | null {
  if (near.length > 0) return `Did you mean ${near.join(', ')}?`;
  if (known.length === 0) return null;
  const more = known.length > LISTED ? ', …' : '';
  return `There are ${known.slice(0, LISTED).join(', ')}${more}.`;
}

/** No machine that has the model speaks the API: says which there are and what they speak. */
function unspoken(path: string, having: readonly Watched[], model: string | null): Refusal {
  const what = model === null ? 'No machine of this house' : `No machine that has ${model}`;
  const machines = having.map(({ declared, server }) => ({
    machine: declared.name,
    server: server?.name ?? 'unknown',
    speaks: [...(server?.apis ?? [])].filter((one) => one !== 'other'),
  }));
  const list = machines.map(({ machine, server, speaks }) => {
    return `${machine} runs ${server} and speaks ${speaks.join(', ')}`;
  });
  return refuse(404, 'api_not_served', `${what} speaks ${path}: ${list.join('; ')}.`, null, {
    machines,
  });
}
