import { bytes, tokens } from '@hearth/words';
import type { JsonObject } from '../json.ts';
import type { PromptSize } from './call.ts';

/** Deeper than any real request, and well before JSON.stringify runs out of stack. */
const MAX_DEPTH = 200;

/** Parts of a message by their `type`: what they hold is no text. */
const ATTACHMENTS = new Set([
  'image',
  'image_url',
  'input_image',
  'input_audio',
  'input_file',
  'file',
  'base64',
]);

/**
 * Measures the named fields of a request's body. Keys are counted like text: the words that a
 * chat template puts around each message are about as many as the keys of the JSON.
 * Answers null when anything in the body is nested too deeply to be written out again.
 *
 * It walks with a list of its own, not by calling itself, so that no body exhausts the stack.
 */
export function measurePrompt(body: JsonObject, fields: readonly string[]): PromptSize | null {
  const size = { bytes: 0, tokens: 0, images: 0 };
  const todo: { value: unknown; depth: number; counts: boolean }[] = [];

  function enter(object: JsonObject, depth: number, counts: (key: string) => boolean): void {
    for (const [key, value] of Object.entries(object)) {
      const images = counts(key) && key === 'images' && Array.isArray(value);
      if (images) size.images += value.length;
      todo.push({ value, depth, counts: counts(key) && !images });
    }
  }

  enter(body, 1, (key) => fields.includes(key));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { value, depth, counts } = next;
    if (typeof value === 'string') {
      if (counts) size.bytes += Buffer.byteLength(value);
    } else if (typeof value === 'number' || typeof value === 'boolean') {
      if (counts) size.tokens += 1;
    } else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH) return null;
      if (Array.isArray(value)) {
        for (const one of value) todo.push({ value: one, depth: depth + 1, counts });
        continue;
      }
      const object = value as JsonObject;
      const isAttachment = counts && ATTACHMENTS.has(String(object['type']));
      if (isAttachment) size.images += 1;
      const isText = counts && !isAttachment;
      if (isText) size.bytes += Object.keys(object).reduce((sum, key) => sum + key.length, 0);
      enter(object, depth + 1, () => isText);
    }
  }
  return { bytes: bytes(size.bytes), tokens: tokens(size.tokens), images: size.images };
}
