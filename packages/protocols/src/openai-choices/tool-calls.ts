import { asCount, asObject, asSome, asText, type JsonObject } from '../json.ts';

/** Puts tool calls together from their pieces. */
export interface ToolCalls {
  add(pieces: readonly JsonObject[]): void;
  calls(): readonly JsonObject[];
}

interface Whole {
  id: string | null;
  type: string;
  name: string;
  arguments: string;
}

/**
 * The pieces of a call share its `index`. Servers that leave it out send an id with the first piece
 * of each call, and what comes without an id belongs to the call before it.
 */
export function mergeToolCalls(): ToolCalls {
  const calls: Whole[] = [];
  const byIndex = new Map<number, Whole>();

  function callOf(piece: JsonObject): Whole {
    const index = asCount(piece['index']);
    const id = asSome(piece['id']);
    const known =
      index !== null ? byIndex.get(index) : calls.findLast((call) => id === null || call.id === id);
    if (known !== undefined) return known;
    const call: Whole = { id: null, type: 'function', name: '', arguments: '' };
    calls.push(call);
    if (index !== null) byIndex.set(index, call);
    return call;
  }

  return {
    add(pieces) {
      for (const piece of pieces) {
        const call = callOf(piece);
        const fn = asObject(piece['function']);
        call.id ??= asSome(piece['id']);
        call.type = asSome(piece['type']) ?? call.type;
        call.name ||= asText(fn?.['name']) ?? '';
        call.arguments += asText(fn?.['arguments']) ?? '';
      }
    },
    calls: () =>
      calls.map(({ id, type, name, arguments: text }, at) => ({
        id: id ?? `call_${at}`,
        type,
        function: { name, arguments: text },
      })),
  };
}
