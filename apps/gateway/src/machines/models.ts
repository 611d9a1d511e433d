import type { Machine as AdmissionMachine, ModelState } from '@hearth/admission';
import type { ModelHints } from '@hearth/manifest';
import type { Tokens } from '@hearth/words';

import { baseName } from './llama-cpp.ts';
import type { SeenModel } from './server.ts';
import type { Watched } from './watch.ts';

/** The names by which a caller asks for whatever is loaded. */
const ANY = new Set(['', 'auto']);

/** What a caller's name for a model comes to. */
export type Resolved =
  /** Whatever is loaded. */
  | { readonly kind: 'any' }
  | { readonly kind: 'model'; readonly name: string }
  /** No machine has such a model; `known` are the names that there are. */
  | { readonly kind: 'unknown'; readonly known: readonly string[] }
  /** It may be on a machine that has not told its models yet; `loading` when that one is there and loads. */
  | { readonly kind: 'untold'; readonly loading: boolean };

/** Finds the model that a caller means: by its own name first, then by the other names it has somewhere. */
export function resolveModel(machines: Iterable<Watched>, asked: string | null): Resolved {
  if (asked === null || ANY.has(asked)) return { kind: 'any' };
  const all = [...machines];
  const exact = all.some((machine) => modelsOf(machine).some(({ name }) => name === asked));
  if (exact) return { kind: 'model', name: asked };

  const meant = all.flatMap((machine) =>
    modelsOf(machine)
      .filter((model) => otherNames(machine, model.name).includes(asked))
      .map((model) => ({ machine, model })),
  );
  meant.sort((a, b) => readiness(b) - readiness(a));
  const [best] = meant;
  if (best !== undefined) return { kind: 'model', name: best.model.name };

  const untold = all.filter((machine) => machine.look === null || isSilentlyLoading(machine));
  if (untold.length > 0) return { kind: 'untold', loading: untold.some(isSilentlyLoading) };
  return { kind: 'unknown', known: knownNames(all) };
}

/** Every name by which some model can be called. */
export function knownNames(machines: Iterable<Watched>): readonly string[] {
  const names = [...machines].flatMap((machine) =>
    modelsOf(machine).flatMap((model) => [model.name, ...aliasesOf(machine, model.name)]),
  );
  return [...new Set(names)];
}

/** The models of a machine as they were last seen. */
export function modelsOf({ look }: Watched): readonly SeenModel[] {
  return look?.models ?? [];
}

/** The model of that name on this machine, or null. */
export function modelOn(machine: Watched, name: string): SeenModel | null {
  return modelsOf(machine).find((model) => model.name === name) ?? null;
}

/** What the operator declared of a model of this machine, under any of its names. */
export function hintsOf(machine: Watched, model: string): ModelHints | null {
  const { models } = machine.declared;
  for (const name of [model, ...variants(model)]) {
    const hints = models.get(name);
    if (hints !== undefined) return hints;
  }
  // A llama.cpp with one model answers to any name, so the one declared there is meant, whatever its file is called.
  const [only] = models.values();
  const isOnly = machine.server?.name === 'llama.cpp' && modelsOf(machine).length === 1;
  return isOnly && models.size === 1 && only !== undefined ? only : null;
}

/** The names that the operator gave to a model beside its own. */
export function aliasesOf(machine: Watched, model: string): readonly string[] {
  const hints = hintsOf(machine, model);
  if (hints === null) return [];
  const declared = [...machine.declared.models].filter(([, one]) => one === hints);
  return [...declared.map(([name]) => name), ...hints.aliases].filter((name) => name !== model);
}

/** The window that a model has, or would have: as it is allocated, as an error told, as it was declared; else null. */
export function contextOf(machine: Watched, model: string): Tokens | null {
  const { windows } = machine;
  const seen = modelOn(machine, model)?.context ?? windows.get(model) ?? null;
  return seen ?? hintsOf(machine, model)?.context ?? null;
}

/** The machine as admission needs it. */
export function toAdmission(machine: Watched): AdmissionMachine {
  const { declared, state, answeredAt, server, look } = machine;
  const isLoading = look?.loading === true;
  const models = new Map<string, ModelState>();
  for (const { name, state: own } of modelsOf(machine))
    models.set(name, isLoading ? 'loading' : own);
  // A server that loads and never told its models has at least one, for callers that name none.
  if (isLoading && models.size === 0) models.set('', 'loading');
  return {
    name: declared.name,
    slots: declared.slots,
    up: state === 'up',
    answeredAt,
    models,
    apis: server?.apis ?? new Set(),
  };
}

function otherNames(machine: Watched, model: string): readonly string[] {
  return [...aliasesOf(machine, model), ...variants(model)];
}

/** The same name without a path, an ending or a tag that says nothing. */
function variants(model: string): readonly string[] {
  return [baseName(model), model.replace(/:latest$/, '')].filter((name) => name !== model);
}

function isSilentlyLoading({ state, look }: Watched): boolean {
  return state === 'up' && look !== null && look.loading && look.models.length === 0;
}

/** The better, the sooner it can answer. */
function readiness({ machine, model }: { machine: Watched; model: SeenModel }): number {
  if (machine.state !== 'up') return 0;
  return model.state === 'loaded' ? 2 : 1;
}
