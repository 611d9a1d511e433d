import { tokens } from '@hearth/words';

import { object, objects, positive, text, type Json } from './json.ts';
import { OPENAI_APIS, type SeenModel, type Server } from './server.ts';

/**
 * Ollama. `/api/ps` tells which models are in memory and with what window; it cannot say whether one of them is at work.
 */
export const ollama: Server = {
  name: 'ollama',
  apis: new Set([
    ...OPENAI_APIS,
    'anthropic-messages',
    'ollama-chat',
    'ollama-generate',
    'ollama-embed',
  ]),
  async look(ask) {
    const answer = await ask.get('/api/version');
    const version = text(object(answer.json)['version']);
    if (answer.status !== 200 || version === null) return null;
    const [tags, ps] = await Promise.all([ask.get('/api/tags'), ask.get('/api/ps')]);
    if (tags.status !== 200 || ps.status !== 200) return null;
    const loaded = new Map(
      objects(object(ps.json)['models']).map((entry) => [text(entry['name']), entry]),
    );
    const models = objects(object(tags.json)['models']).flatMap((entry) => {
      const name = text(entry['name']);
      return name === null ? [] : [modelOf(name, entry, loaded.get(name) ?? null)];
    });
    return { models, loading: false, version };
  },
  busy: null,
  count: null,
};

function modelOf(name: string, entry: Json, inMemory: Json | null): SeenModel {
  if (inMemory === null) return { name, state: 'loadable', context: null, whole: true, entry };
  const window = positive(inMemory['context_length']);
  const size = positive(inMemory['size']) ?? 0;
  const onGpu = positive(inMemory['size_vram']) ?? 0;
  return {
    name,
    state: 'loaded',
    context: window === null ? null : tokens(window),
    whole: onGpu >= size,
    entry: { ...entry, ...inMemory },
  };
}
