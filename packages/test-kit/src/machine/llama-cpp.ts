import { list, string } from './json.ts';
import { readMessages } from './ask.ts';
import { refusalBody } from './refusal.ts';
import type { Route } from './route.ts';
import { countTokens } from './tokens.ts';

/** `GET /health`. While the model loads, this and every other route says so with a 503. */
export const health: Route = () => ({ kind: 'json', body: { status: 'ok' } });

/** `GET /props`: the window here is that of one slot. */
export const props: Route = (_question, { shelf, slots }) => {
  const model = shelf.current;
  return {
    kind: 'json',
    body: {
      default_generation_settings: { id: 0, n_ctx: model.context },
      total_slots: slots.held.length,
      model_path: `/models/${model.name}.gguf`,
      modalities: { vision: false, audio: false },
      build_info: 'b9999-simulated',
      is_sleeping: false,
    },
  };
};

/** `GET /slots`: what each slot is doing at this moment. */
export const slots: Route = ({ query }, { kind, shelf, slots: places }) => {
  if (query.get('fail_on_no_slot') === '1' && !places.held.includes(null)) {
    const refusal = { status: 503, type: 'unavailable_error', message: 'no slot available' };
    return { kind: 'json', status: 503, body: refusalBody(kind, 'chat', refusal) };
  }
  const body = places.held.map((seen, id) => ({
    id,
    id_task: seen?.id ?? -1,
    n_ctx: shelf.current.context,
    is_processing: seen !== null,
    next_token: { has_next_token: seen !== null, n_remain: -1, n_decoded: seen?.tokens ?? 0 },
  }));
  return { kind: 'json', body };
};

/** `POST /tokenize` of llama.cpp (`content`) and of vLLM (`prompt` or `messages`, and it counts them). */
export const tokenize: Route = ({ body }, { kind, shelf }) => {
  const prompt =
    kind === 'vllm'
      ? string(body['prompt'] ?? readMessages(list(body['messages'])).prompt)
      : string(body['content']);
  const count = countTokens(prompt);
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return {
    kind: 'json',
    body:
      kind === 'vllm'
        ? { count, max_model_len: shelf.current.context, tokens: ids }
        : { tokens: ids },
  };
};

/** `POST /apply-template`: the very text that a chat's tokens are counted from. */
export const applyTemplate: Route = ({ body }) => ({
  kind: 'json',
  body: { prompt: readMessages(list(body['messages'])).prompt },
});
