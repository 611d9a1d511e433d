import type { JsonObject } from '../json.ts';

/** Logprobs are objects of lists with one entry a token: the lists of a chunk go behind what is there. */
export function appendLists(to: Record<string, unknown[]>, more: JsonObject): void {
  for (const [key, value] of Object.entries(more)) {
    if (!Array.isArray(value)) continue;
    const list = (to[key] ??= []);
    for (const one of value) list.push(one);
  }
}
