import { asObject, asSome } from '../json.ts';
import * as v from 'valibot';
import type { CallReading } from '../request/call.ts';
import {
  capField,
  flagField,
  messagesField,
  modelField,
  objectField,
  readBody,
} from '../request/read-body.ts';

const COMMON = {
  model: modelField,
  stream: flagField,
  options: v.nullish(v.pipe(objectField, v.looseObject({ num_predict: capField }))),
};
const CHAT = v.looseObject({ ...COMMON, messages: v.nullish(messagesField) });
const GENERATE = v.looseObject({ ...COMMON, prompt: v.nullish(v.string('text')) });

/** Reads a request to `/api/chat`. One without messages only loads the model. */
export function readOllamaChatCall(body: unknown): CallReading {
  return readBody({ schema: CHAT, prompt: ['messages', 'tools'], read }, body);
}

/** Reads a request to `/api/generate`. One without a prompt only loads the model. */
export function readOllamaGenerateCall(body: unknown): CallReading {
  const prompt = ['system', 'prompt', 'suffix', 'context', 'images'];
  return readBody({ schema: GENERATE, prompt, read }, body);
}

/** Ollama streams unless it is told not to. */
function read(body: v.InferOutput<typeof CHAT> | v.InferOutput<typeof GENERATE>) {
  const format = body['format'];
  return {
    model: body.model ?? null,
    stream: body.stream ?? true,
    json: asSome(format) !== null || asObject(format) !== null,
    caps: [body.options?.num_predict],
  };
}
