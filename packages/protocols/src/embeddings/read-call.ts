import * as v from 'valibot';
import type { CallReading } from '../request/call.ts';
import { modelField, promptField, readBody } from '../request/read-body.ts';

const EMBED = v.looseObject({ model: modelField, input: promptField });

/** Reads a request for embeddings, of OpenAI's API or of Ollama's. There is no answer to cap. */
export function readEmbedCall(body: unknown): CallReading {
  return readBody({ schema: EMBED, prompt: ['input'], read }, body);
}

function read(body: v.InferOutput<typeof EMBED>) {
  return { model: body.model ?? null, caps: [] };
}
