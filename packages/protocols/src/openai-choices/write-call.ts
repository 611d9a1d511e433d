import { asObject, type JsonObject } from '../json.ts';
import type { Orders } from '../protocol.ts';
import { writeCap } from '../request/write-caps.ts';
import type { UpstreamKind } from '../upstream-kind.ts';

/**
 * The cap's field on the chat route. Everything that speaks this API obeys `max_tokens`, and much of
 * it (Ollama, LM Studio, older llama.cpp) passes over `max_completion_tokens` without a word and then
 * writes without end. Only vLLM, which obeys both, calls the old name deprecated.
 */
const CHAT_CAP: Readonly<Record<UpstreamKind, string>> = {
  'llama.cpp': 'max_tokens',
  ollama: 'max_tokens',
  vllm: 'max_completion_tokens',
  lmstudio: 'max_tokens',
  openai: 'max_tokens',
};

/** Writes a request to `/v1/chat/completions`. */
export function writeChatCall(body: JsonObject, orders: Orders): JsonObject {
  return writeStreamed(writeCap(body, CHAT_CAP[orders.upstream], orders.cap), orders);
}

/** Writes a request to `/v1/completions`, where every server knows `max_tokens`. */
export function writeCompletionsCall(body: JsonObject, orders: Orders): JsonObject {
  return writeStreamed(writeCap(body, 'max_tokens', orders.cap), orders);
}

/** hearth counts by the usage chunk, which comes only to those who ask for it. */
function writeStreamed(body: JsonObject, { model }: Orders): JsonObject {
  const options = { ...asObject(body['stream_options']), include_usage: true };
  return { ...body, model, stream: true, stream_options: options };
}
