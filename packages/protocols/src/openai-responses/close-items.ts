import { asText, objectsIn, type JsonObject } from '../json.ts';
import type { Item } from './items.ts';

/** An event that closes something, without its number. */
export interface ClosingEvent extends JsonObject {
  readonly type: string;
}

/**
 * The events that close what is still open in a response. A call of a tool that is not finished gets
 * none: some agents carry a call out as soon as its item is done, and half of its arguments could be
 * read as others. It stands in the response, marked incomplete.
 */
export function closeItems(items: readonly Item[]): ClosingEvent[] {
  return items.flatMap((item) => {
    const { type } = item.value;
    if (item.done || (type !== 'message' && type !== 'reasoning')) return [];
    return [...closeParts(item), closeItem(item)];
  });
}

function closeItem({ index, value }: Item): ClosingEvent {
  return {
    type: 'response.output_item.done',
    output_index: index,
    item: { ...value, status: 'incomplete' },
  };
}

function closeParts(item: Item): ClosingEvent[] {
  const { index, value, closedParts, closedTexts } = item;
  const where = { item_id: value['id'], output_index: index };
  return objectsIn(value['content']).flatMap((part, at) => {
    if (closedParts.has(at)) return [];
    const here = { ...where, content_index: at };
    const done = { type: 'response.content_part.done', ...here, part };
    return closedTexts.has(at) ? [done] : [...closeText(part, here), done];
  });
}

function closeText(part: JsonObject, here: JsonObject): ClosingEvent[] {
  const text = asText(part['text']);
  if (part['type'] === 'output_text') {
    return [{ type: 'response.output_text.done', ...here, text: text ?? '', logprobs: [] }];
  }
  if (part['type'] === 'reasoning_text') {
    return [{ type: 'response.reasoning_text.done', ...here, text: text ?? '' }];
  }
  const refusal = asText(part['refusal']);
  return refusal === null ? [] : [{ type: 'response.refusal.done', ...here, refusal }];
}
