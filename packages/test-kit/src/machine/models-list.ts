import type { Json } from './json.ts';
import type { Kind } from './kinds.ts';
import type { Route } from './route.ts';
import type { Model } from './shelf.ts';

/** Whom each server calls the owner of a model: one of the marks by which it can be told. */
const OWNERS: Readonly<Record<Kind, string>> = {
  'llama.cpp': 'llamacpp',
  ollama: 'library',
  vllm: 'vllm',
  lmstudio: 'organization_owner',
  openai: 'system',
};

/** `GET /v1/models`, with the fields by which each server betrays a window. */
export const listModels: Route = (_question, { kind, shelf }) => {
  const data = shelf.models.map((model) => ({
    id: model.name,
    object: 'model',
    created: 0,
    owned_by: OWNERS[kind],
    ...extras(kind, model),
  }));
  return { kind: 'json', body: { object: 'list', data } };
};

function extras(kind: Kind, model: Model): Json {
  if (kind === 'vllm') return { max_model_len: model.context };
  // llama.cpp tells the trained window here, not the one that can be used.
  if (kind === 'llama.cpp') return { meta: { n_ctx_train: model.trained } };
  return {};
}

/** `GET /api/v0/models` of LM Studio: which are loaded, but not with what window. */
export const lmStudioModelsV0: Route = (_question, { shelf }) => ({
  kind: 'json',
  body: {
    object: 'list',
    data: shelf.models.map((model) => ({
      id: model.name,
      object: 'model',
      type: 'llm',
      state: model.window === null ? 'not-loaded' : 'loaded',
      max_context_length: model.trained,
    })),
  },
});

/** `GET /api/v1/models` of LM Studio 0.4 and later: each loaded instance with its window. */
export const lmStudioModelsV1: Route = (_question, { shelf, slots }) => ({
  kind: 'json',
  body: {
    models: shelf.models.map((model) => ({
      type: 'llm',
      key: model.name,
      max_context_length: model.trained,
      loaded_instances:
        model.window === null
          ? []
          : [
              {
                id: model.name,
                config: { context_length: model.window, parallel: slots.held.length },
              },
            ],
    })),
  },
});
