import { createHash } from 'node:crypto';
import { string, type Json } from './json.ts';
import type { Route } from './route.ts';
import type { Model } from './shelf.ts';

/** What the simulated models take on disk and in memory: the size of a small quantised one. */
const SIZE = 2_000_000_000;
/** How long Ollama keeps a model that nobody asks for. */
const KEEP_MILLISECONDS = 5 * 60 * 1000;

const DETAILS = {
  format: 'gguf',
  family: 'llama',
  families: ['llama'],
  parameter_size: '3B',
  quantization_level: 'Q4_K_M',
};

function describe(model: Model): Json {
  const digest = createHash('sha256').update(model.name).digest('hex');
  return { name: model.name, model: model.name, size: SIZE, digest, details: DETAILS };
}

/** `GET /api/tags`: the models on disk, loaded or not. */
export const tags: Route = (_question, { shelf, clock }) => {
  const modified = new Date(clock.now()).toISOString();
  const models = shelf.models.map((model) => ({ ...describe(model), modified_at: modified }));
  return { kind: 'json', body: { models } };
};

/** `GET /api/ps`: the models in memory, each with the window that it really has. */
export const ps: Route = (_question, { shelf, clock }) => {
  const expires = new Date(clock.now() + KEEP_MILLISECONDS).toISOString();
  const models = shelf.models
    .filter(({ window }) => window !== null)
    .map((model) => ({
      ...describe(model),
      expires_at: expires,
      size_vram: SIZE,
      context_length: model.window,
    }));
  return { kind: 'json', body: { models } };
};

/** `POST /api/show`: what a model was made for; its context length here is the trained one. */
export const show: Route = ({ body }, { shelf }) => {
  const name = string(body['model'] ?? body['name']);
  const model = shelf.find(name);
  if (model === null) {
    return { kind: 'json', status: 404, body: { error: `model '${name}' not found` } };
  }
  return {
    kind: 'json',
    body: {
      parameters: `num_ctx ${model.context}`,
      template: '{{ .Prompt }}',
      details: DETAILS,
      model_info: {
        'general.architecture': 'llama',
        'llama.context_length': model.trained,
      },
      capabilities: ['completion', 'tools', 'thinking'],
    },
  };
};

/** `GET /api/version`. */
export const version: Route = () => ({ kind: 'json', body: { version: '0.34.0' } });
