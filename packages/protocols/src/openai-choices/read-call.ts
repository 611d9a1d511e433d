import { asCount, asObject, asSome } from '../json.ts';
import * as v from 'valibot';
import type { CallReading } from '../request/call.ts';
import {
  capField,
  flagField,
  messagesField,
  modelField,
  objectField,
  promptField,
  readBody,
} from '../request/read-body.ts';
import { CAP_NAMES } from '../request/write-caps.ts';

const COMMON = {
  model: modelField,
  stream: flagField,
  stream_options: v.nullish(v.pipe(objectField, v.looseObject({ include_usage: flagField }))),
  max_completion_tokens: capField,
  max_tokens: capField,
  n_predict: capField,
  max_new_tokens: capField,
  max_output_tokens: capField,
};
const CHAT = v.looseObject({ ...COMMON, messages: messagesField });
const COMPLETIONS = v.looseObject({ ...COMMON, prompt: promptField });

type Body = v.InferOutput<typeof CHAT> | v.InferOutput<typeof COMPLETIONS>;

/** Reads a request to `/v1/chat/completions`. */
export function readChatCall(body: unknown): CallReading {
  return readBody({ schema: CHAT, prompt: ['messages', 'tools', 'functions'], read: common }, body);
}

/** Reads a request to `/v1/completions`. */
export function readCompletionsCall(body: unknown): CallReading {
  const read = (fields: v.InferOutput<typeof COMPLETIONS>) => {
    const { choices, ...rest } = common(fields);
    return { ...rest, choices: choices * promptCount(fields.prompt) };
  };
  return readBody({ schema: COMPLETIONS, prompt: ['prompt', 'suffix'], read }, body);
}

function common(body: Body) {
  return {
    model: body.model ?? null,
    stream: body.stream ?? false,
    wantsUsage: body.stream_options?.include_usage === true,
    json: asksForJson(body),
    choices: Math.max(1, asCount(body['n']) ?? 1),
    caps: CAP_NAMES.map((name) => body[name]),
  };
}

/** `response_format` is OpenAI's, `json_schema` and `grammar` llama.cpp's, `guided_json` vLLM's. */
function asksForJson(body: Body): boolean {
  const format = asSome(asObject(body['response_format'])?.['type']);
  if (format !== null && format !== 'text') return true;
  return ['json_schema', 'grammar', 'guided_json'].some((key) => (body[key] ?? null) !== null);
}

/** Several prompts are several answers. A list of numbers is one prompt, cut into tokens. */
function promptCount(prompt: unknown): number {
  if (!Array.isArray(prompt) || prompt.length === 0) return 1;
  return typeof prompt[0] === 'number' ? 1 : prompt.length;
}
