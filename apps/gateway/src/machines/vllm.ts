import { seconds, tokens, type Tokens } from '@hearth/words';

import type { Ask } from './ask.ts';
import { object, objects, positive, text, type Json } from './json.ts';
import { OPENAI_APIS, type Server } from './server.ts';

const REQUESTS = /^vllm:num_requests_(?:running|waiting)(?:\{[^}]*\})?\s+(\S+)/gm;
const COUNT_TIMEOUT = seconds(10);

/** vLLM. Its list of models tells the window, its metrics how many requests are inside it. */
export const vllm: Server = {
  name: 'vllm',
  apis: new Set([...OPENAI_APIS, 'anthropic-messages', 'count-tokens']),
  async look(ask) {
    const answer = await ask.get('/v1/models');
    const entries = objects(object(answer.json)['data']);
    const isItsOwn = entries.some((one) => one['owned_by'] === 'vllm' || 'max_model_len' in one);
    if (answer.status !== 200 || !isItsOwn) return null;
    const models = entries.flatMap((entry) => {
      const name = text(entry['id']);
      const window = positive(entry['max_model_len']);
      const context = window === null ? null : tokens(window);
      return name === null ? [] : [{ name, state: 'loaded' as const, context, whole: true, entry }];
    });
    return { models, loading: false, version: null };
  },
  async busy(ask) {
    const { status, text: metrics } = await ask.get('/metrics');
    const counts = [...metrics.matchAll(REQUESTS)].map((found) => Number(found[1]));
    if (status !== 200 || counts.length === 0) return null;
    return counts.reduce((sum, one) => sum + one, 0);
  },
  count,
};

async function count(ask: Ask, path: string, body: Json): Promise<Tokens | null> {
  if (path === '/v1/messages') {
    const answer = await ask.post('/v1/messages/count_tokens', body, COUNT_TIMEOUT);
    return asTokens(object(answer.json)['input_tokens']);
  }
  const { model, messages, tools, prompt } = body;
  const request = messages === undefined ? { model, prompt } : { model, messages, tools };
  const answer = await ask.post('/tokenize', request, COUNT_TIMEOUT);
  return asTokens(object(answer.json)['count']);
}

function asTokens(value: unknown): Tokens | null {
  const found = positive(value);
  return found === null ? null : tokens(found);
}
