import { asObject } from '../json.ts';
import * as v from 'valibot';
import type { CallReading } from '../request/call.ts';
import { capField, flagField, messagesField, modelField, readBody } from '../request/read-body.ts';

const MESSAGES = v.looseObject({
  model: modelField,
  stream: flagField,
  messages: messagesField,
  max_tokens: capField,
});

/** Reads a request to `/v1/messages`. Its own API requires a cap; a caller without one gets hearth's. */
export function readMessagesCall(body: unknown): CallReading {
  return readBody({ schema: MESSAGES, prompt: ['system', 'messages', 'tools'], read }, body);
}

function read(body: v.InferOutput<typeof MESSAGES>) {
  const format =
    asObject(body['output_format']) ?? asObject(asObject(body['output_config'])?.['format']);
  return {
    model: body.model ?? null,
    stream: body.stream ?? false,
    json: format !== null,
    caps: [body.max_tokens],
  };
}
