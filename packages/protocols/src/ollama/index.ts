/**
 * Ollama's own APIs, `/api/chat` and `/api/generate`: streams of one JSON object a line.
 */
import { ollamaError } from '../errors/error-body.ts';
import type { Problem } from '../errors/problem.ts';
import type { Protocol } from '../protocol.ts';
import { encode } from '../stream/bytes.ts';
import { followStream } from '../stream/follow.ts';
import { NDJSON } from '../stream/framing.ts';
import { OLLAMA_CHAT, OLLAMA_GENERATE, ollamaDialect, type OllamaApi } from './dialect.ts';
import { readOllamaChatCall, readOllamaGenerateCall } from './read-call.ts';
import { writeOllamaCall } from './write-call.ts';

/** `/api/chat` */
export const ollamaChat: Protocol = {
  name: 'ollama-chat',
  path: '/api/chat',
  readCall: readOllamaChatCall,
  ...shared(OLLAMA_CHAT),
};

/** `/api/generate` */
export const ollamaGenerate: Protocol = {
  name: 'ollama-generate',
  path: '/api/generate',
  readCall: readOllamaGenerateCall,
  ...shared(OLLAMA_GENERATE),
};

function shared(api: OllamaApi): Omit<Protocol, 'name' | 'path' | 'readCall'> {
  return {
    framing: 'ndjson',
    contentType: 'application/x-ndjson',
    writeCall: writeOllamaCall,
    follow: (options) =>
      followStream({ framing: NDJSON, dialect: ollamaDialect(api, options), errorEvent }, options),
    errorBody: ollamaError,
    errorEvent,
    comment: () => null,
  };
}

function errorEvent(problem: Problem): Uint8Array {
  return encode(`${JSON.stringify(ollamaError(problem))}\n`);
}
