import { readUpstreamError } from '@hearth/protocols';
import { seconds, tokens, type Tokens } from '@hearth/words';

import type { Ask } from './ask.ts';
import { object, objects, positive, text, type Json } from './json.ts';
import { isLoading, OPENAI_APIS, type Look, type SeenModel, type Server } from './server.ts';

/** A prompt that comes near the context is some hundred kilobytes. */
const COUNT_TIMEOUT = seconds(10);

const LOADING: Look = { models: [], loading: true, version: null };

/**
 * llama.cpp's server, with one model or as a router over several. `/props` is its own route, and tells the window of
 * one slot; `/slots` tells what each slot is doing.
 */
export const llamaCpp: Server = {
  name: 'llama.cpp',
  apis: new Set([...OPENAI_APIS, 'anthropic-messages', 'count-tokens']),
  async look(ask) {
    const props = await ask.get('/props');
    if (isLoading(props.status, readUpstreamError(props.status, props.text))) return LOADING;
    const said = object(props.json);
    const isItsOwn = 'default_generation_settings' in said || 'total_slots' in said;
    if (props.status !== 200 || !isItsOwn) return null;
    const list = await ask.get('/v1/models');
    if (isLoading(list.status, readUpstreamError(list.status, list.text))) return LOADING;
    return { models: modelsOf(said, list.json), loading: false, version: text(said['build_info']) };
  },
  async busy(ask) {
    const answer = await ask.get('/slots');
    if (answer.status !== 200 || !Array.isArray(answer.json)) return null;
    return objects(answer.json).filter((slot) => slot['is_processing'] === true).length;
  },
  count,
};

function modelsOf(props: Json, list: unknown): readonly SeenModel[] {
  const window = positive(object(props['default_generation_settings'])['n_ctx']);
  const context = window === null ? null : tokens(window);
  const entries = objects(object(list)['data']);
  const running = baseName(text(props['model_path']) ?? '');
  const isRunning = (entry: Json): boolean => baseName(String(entry['id'])) === running;
  const anyRuns = entries.some(isRunning);
  return entries.flatMap((entry, at) => {
    const name = text(entry['id']);
    if (name === null) return [];
    const told = text(object(entry['status'])['value']);
    // A server with one model has no status; with several the path tells which one is in memory.
    const runs = anyRuns ? isRunning(entry) : at === 0;
    const state = told === null ? (runs ? 'loaded' : 'loadable') : stateOf(told);
    return [{ name, state, context: state === 'loaded' ? context : null, whole: true, entry }];
  });
}

function stateOf(told: string): SeenModel['state'] {
  if (told === 'loaded') return 'loaded';
  return told === 'loading' ? 'loading' : 'loadable';
}

/** `/models/tiny.gguf` → `tiny`: the same model is told by its path here and by its name there. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.gguf$/i, '');
}

/** A chat goes through the template first, as the words that it puts around each message are tokens too. */
async function count(ask: Ask, path: string, body: Json): Promise<Tokens | null> {
  if (path === '/v1/messages') {
    const counted = await ask.post('/v1/messages/count_tokens', body, COUNT_TIMEOUT);
    return asTokens(object(counted.json)['input_tokens']);
  }
  let content = text(body['prompt']);
  if (path === '/v1/chat/completions') {
    const templated = await ask.post('/apply-template', body, COUNT_TIMEOUT);
    content = text(object(templated.json)['prompt']);
  }
  if (content === null) return null;
  const request = { content, add_special: true, parse_special: true };
  const counted = await ask.post('/tokenize', request, COUNT_TIMEOUT);
  const list = object(counted.json)['tokens'];
  return Array.isArray(list) ? tokens(list.length) : null;
}

function asTokens(value: unknown): Tokens | null {
  const found = positive(value);
  return found === null ? null : tokens(found);
}
