import { asObject, asSome } from '../json.ts';
import * as v from 'valibot';
import type { CallReading } from '../request/call.ts';
import {
  capField,
  flagField,
  modelField,
  objectField,
  promptField,
  readBody,
} from '../request/read-body.ts';
import { CAP_NAMES } from '../request/write-caps.ts';

const RESPONSES = v.looseObject({
  model: modelField,
  stream: flagField,
  input: promptField,
  text: v.nullish(objectField),
  max_output_tokens: capField,
  max_completion_tokens: capField,
  max_tokens: capField,
  n_predict: capField,
  max_new_tokens: capField,
});

const PROMPT = ['instructions', 'input', 'tools'];

/** Reads a request to `/v1/responses`. */
export function readResponsesCall(body: unknown): CallReading {
  return readBody({ schema: RESPONSES, prompt: PROMPT, read }, body);
}

function read(body: v.InferOutput<typeof RESPONSES>) {
  const format = asSome(asObject(body.text?.['format'])?.['type']);
  return {
    model: body.model ?? null,
    stream: body.stream ?? false,
    json: format !== null && format !== 'text',
    caps: CAP_NAMES.map((name) => body[name]),
  };
}
