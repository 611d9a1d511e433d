import { object, objects, text } from './json.ts';
import { OPENAI_APIS, type Server } from './server.ts';

/** Any server that speaks the OpenAI routes. It tells the names of its models and no more. */
export const openai: Server = {
  name: 'openai',
  apis: new Set(OPENAI_APIS),
  async look(ask) {
    const answer = await ask.get('/v1/models');
    const data = object(answer.json)['data'];
    if (answer.status !== 200 || !Array.isArray(data)) return null;
    const models = objects(data).flatMap((entry) => {
      const name = text(entry['id']);
      if (name === null) return [];
      return [{ name, state: 'loaded' as const, context: null, whole: true, entry }];
    });
    return { models, loading: false, version: null };
  },
  busy: null,
  count: null,
};
