import { tokens } from '@hearth/words';

import type { Ask } from './ask.ts';
import { object, objects, positive, text, type Json } from './json.ts';
import { OPENAI_APIS, type Look, type SeenModel, type Server } from './server.ts';

/**
 * LM Studio. From 0.4 on `/api/v1/models` tells each loaded instance with its window; before, `/api/v0/models` tells
 * only which are loaded. It answers paths that it does not know with status 200 and an error, so the shape decides.
 */
export const lmStudio: Server = {
  name: 'lmstudio',
  apis: new Set([...OPENAI_APIS, 'anthropic-messages']),
  async look(ask) {
    return (await lookNew(ask)) ?? (await lookOld(ask));
  },
  busy: null,
  count: null,
};

async function lookNew(ask: Ask): Promise<Look | null> {
  const answer = await ask.get('/api/v1/models');
  const entries = objects(object(answer.json)['models']);
  if (answer.status !== 200 || !entries.some((entry) => 'loaded_instances' in entry)) return null;
  const models = entries.flatMap((entry) => {
    const name = text(entry['key']);
    const [instance] = objects(entry['loaded_instances']);
    const window = object(instance?.['config'])['context_length'];
    return name === null ? [] : [modelOf(name, instance !== undefined, window, entry)];
  });
  return { models, loading: false, version: null };
}

async function lookOld(ask: Ask): Promise<Look | null> {
  const answer = await ask.get('/api/v0/models');
  const entries = objects(object(answer.json)['data']);
  if (answer.status !== 200 || !entries.some((entry) => 'state' in entry)) return null;
  const models = entries.flatMap((entry) => {
    const name = text(entry['id']);
    const isLoaded = entry['state'] === 'loaded';
    return name === null ? [] : [modelOf(name, isLoaded, entry['loaded_context_length'], entry)];
  });
  return { models, loading: false, version: null };
}

function modelOf(name: string, isLoaded: boolean, window: unknown, entry: Json): SeenModel {
  const context = positive(window);
  return {
    name,
    state: isLoaded ? 'loaded' : 'loadable',
    context: context === null ? null : tokens(context),
    whole: true,
    entry,
  };
}
