import { asObject, type JsonObject } from '../json.ts';
import type { Orders } from '../protocol.ts';

/**
 * The options that Ollama applies when it loads a model: a call that differs in one of them makes it
 * load the model again, which takes ten seconds to a minute, and again for the next caller.
 */
const OF_THE_LOADING = new Set([
  'num_ctx',
  'num_batch',
  'num_gpu',
  'main_gpu',
  'use_mmap',
  'num_thread',
]);

/**
 * Writes a request to `/api/chat` or `/api/generate`. A prompt that is too long must be refused:
 * unless it is told otherwise, Ollama drops half of it without a word.
 */
export function writeOllamaCall(body: JsonObject, orders: Orders): JsonObject {
  const { truncate, shift } = body;
  return {
    ...body,
    model: orders.model,
    stream: true,
    truncate: truncate ?? false,
    shift: shift ?? false,
    options: { ...pinned(body, orders), num_predict: orders.cap },
  };
}

/** Writes a request to `/api/embed`, whose `truncate` is a documented part of the API and stays. */
export function writeOllamaEmbed(body: JsonObject, orders: Orders): JsonObject {
  return { ...body, model: orders.model, options: pinned(body, orders) };
}

function pinned(body: JsonObject, { context }: Orders): JsonObject {
  const given = Object.entries(asObject(body['options']) ?? {});
  const kept = Object.fromEntries(given.filter(([key]) => !OF_THE_LOADING.has(key)));
  return context === null ? kept : { ...kept, num_ctx: context };
}
