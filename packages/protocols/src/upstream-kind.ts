/**
 * The kinds of model server that hearth knows apart. `openai` is any other server that speaks the
 * OpenAI routes.
 */
export const UPSTREAM_KINDS = ['llama.cpp', 'ollama', 'vllm', 'lmstudio', 'openai'] as const;

/** One of {@link UPSTREAM_KINDS}. */
export type UpstreamKind = (typeof UPSTREAM_KINDS)[number];
