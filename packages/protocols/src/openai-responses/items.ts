import { asCount, asObject, asSome, asText, type JsonObject } from '../json.ts';

type Mutable = Record<string, unknown>;

/** One item of a response: a message, reasoning, or a call of a tool. */
export interface Item {
  /** Its place in the response's output. */
  readonly index: number;
  /** The item as far as it has come. */
  value: Mutable;
  /** True when the upstream has closed it. */
  done: boolean;
  /** Parts of its content that the upstream has closed, by their index. */
  readonly closedParts: Set<number>;
  /** Parts whose text the upstream has said to be whole. */
  readonly closedTexts: Set<number>;
}

/** The items of a response, put together from its events. */
export interface Items {
  readonly all: readonly Item[];
  take(type: string, event: JsonObject): void;
}

/** The field of a part, or of the item itself, that the text of a delta goes to. */
const PART_TEXTS: Readonly<Record<string, { type: string; field: string }>> = {
  'response.output_text.delta': { type: 'output_text', field: 'text' },
  'response.refusal.delta': { type: 'refusal', field: 'refusal' },
  'response.reasoning_text.delta': { type: 'reasoning_text', field: 'text' },
};
const ITEM_TEXTS: Readonly<Record<string, string>> = {
  'response.function_call_arguments.delta': 'arguments',
  'response.mcp_call_arguments.delta': 'arguments',
  'response.custom_tool_call_input.delta': 'input',
};

/**
 * Puts items together. OpenAI tells with each event which item it is about, by index and by id;
 * llama.cpp tells the id alone, or nothing, and then means the newest item.
 */
export function createItems(): Items {
  const all: Item[] = [];

  function find(event: JsonObject): Item | undefined {
    const index = asCount(event['output_index']);
    const id = asSome(event['item_id']) ?? asSome(asObject(event['item'])?.['id']);
    const byIndex = index === null ? undefined : all.find((item) => item.index === index);
    const byId = id === null ? undefined : all.find((item) => item.value['id'] === id);
    return byIndex ?? byId ?? all.at(-1);
  }

  function add(event: JsonObject, done: boolean): void {
    const value = structuredClone(asObject(event['item']) ?? {}) as Mutable;
    const index = asCount(event['output_index']) ?? all.length;
    all.push({ index, value, done, closedParts: new Set(), closedTexts: new Set() });
  }

  function close(event: JsonObject): void {
    const item = find(event);
    const value = asObject(event['item']);
    if (item === undefined || item.done) return add(event, true);
    if (value !== null) item.value = structuredClone(value) as Mutable;
    item.done = true;
  }

  return {
    all,
    take(type, event) {
      if (type === 'response.output_item.added') return add(event, false);
      if (type === 'response.output_item.done') return close(event);
      const item = find(event);
      if (item !== undefined) change(item, type, event);
    },
  };
}

function change(item: Item, type: string, event: JsonObject): void {
  const delta = asText(event['delta']) ?? '';
  const itemField = ITEM_TEXTS[type];
  const part = PART_TEXTS[type];
  if (itemField !== undefined) {
    item.value[itemField] = (asText(item.value[itemField]) ?? '') + delta;
  } else if (part !== undefined) {
    appendTo(
      partAt(item.value, 'content', asCount(event['content_index']), part.type),
      part.field,
      delta,
    );
  } else if (type === 'response.reasoning_summary_text.delta') {
    appendTo(
      partAt(item.value, 'summary', asCount(event['summary_index']), 'summary_text'),
      'text',
      delta,
    );
  } else if (type === 'response.content_part.added') {
    const added = asObject(event['part']) ?? {};
    const at = asCount(event['content_index']) ?? listOf(item.value, 'content').length;
    listOf(item.value, 'content')[at] = whole(structuredClone(added));
  } else if (type === 'response.content_part.done') {
    item.closedParts.add(lastIndex(item, event));
  } else if (type === 'response.output_text.done' || type === 'response.reasoning_text.done') {
    item.closedTexts.add(lastIndex(item, event));
  }
}

function lastIndex(item: Item, event: JsonObject): number {
  return asCount(event['content_index']) ?? Math.max(0, listOf(item.value, 'content').length - 1);
}

function listOf(value: Mutable, key: string): unknown[] {
  const list = value[key];
  if (Array.isArray(list)) return list;
  const fresh: unknown[] = [];
  value[key] = fresh;
  return fresh;
}

/** The part at an index, or the last one where no index is told; made when it is not there yet. */
function partAt(value: Mutable, key: string, index: number | null, type: string): Mutable {
  const list = listOf(value, key);
  const at = index ?? Math.max(0, list.length - 1);
  const part = (asObject(list[at]) ?? whole({ type })) as Mutable;
  list[at] = part;
  return part;
}

/** llama.cpp leaves out of a part what the API requires of it, and adds it only at the end. */
function whole(part: JsonObject): JsonObject {
  return part['type'] === 'output_text' ? { annotations: [], logprobs: [], ...part } : part;
}

function appendTo(part: Mutable, field: string, delta: string): void {
  part[field] = (asText(part[field]) ?? '') + delta;
}
