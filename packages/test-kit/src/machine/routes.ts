import { countMessageTokens, messages } from './anthropic.ts';
import { embeddings, ollamaEmbed } from './embeddings.ts';
import type { Kind } from './kinds.ts';
import { applyTemplate, health, props, slots, tokenize } from './llama-cpp.ts';
import { listModels, lmStudioModelsV0, lmStudioModelsV1 } from './models-list.ts';
import { ps, show, tags, version } from './ollama-info.ts';
import { ollamaChat, ollamaGenerate } from './ollama.ts';
import { chat } from './openai-chat.ts';
import { completions } from './openai-completions.ts';
import { responses } from './openai-responses.ts';
import type { Route } from './route.ts';

type Routes = Readonly<Record<string, Route>>;

const OPENAI: Routes = {
  'POST /v1/chat/completions': chat,
  'POST /v1/completions': completions,
  'POST /v1/responses': responses,
  'POST /v1/embeddings': embeddings,
  'GET /v1/models': listModels,
};

const MESSAGES: Routes = { 'POST /v1/messages': messages };
const COUNT: Routes = { 'POST /v1/messages/count_tokens': countMessageTokens };

/** The routes that each kind of machine has; every other path is a 404. */
export const ROUTES: Readonly<Record<Kind, Routes>> = {
  'llama.cpp': {
    ...OPENAI,
    ...MESSAGES,
    ...COUNT,
    'GET /health': health,
    'GET /props': props,
    'GET /slots': slots,
    'POST /tokenize': tokenize,
    'POST /apply-template': applyTemplate,
  },
  ollama: {
    ...OPENAI,
    ...MESSAGES,
    'POST /api/chat': ollamaChat,
    'POST /api/generate': ollamaGenerate,
    'POST /api/embed': ollamaEmbed,
    'GET /api/tags': tags,
    'GET /api/ps': ps,
    'POST /api/show': show,
    'GET /api/version': version,
  },
  vllm: { ...OPENAI, ...MESSAGES, ...COUNT, 'GET /health': health, 'POST /tokenize': tokenize },
  lmstudio: {
    ...OPENAI,
    ...MESSAGES,
    'GET /api/v0/models': lmStudioModelsV0,
    'GET /api/v1/models': lmStudioModelsV1,
  },
  openai: OPENAI,
};
