/**
 * Embeddings, `/v1/embeddings` and `/api/embed`: a prompt goes in, vectors come out as one object.
 */
import { ollamaError, openaiError } from '../errors/error-body.ts';
import { writeOllamaEmbed } from '../ollama/write-call.ts';
import type { Protocol } from '../protocol.ts';
import { NOTHING } from '../stream/bytes.ts';
import { followBody } from './follow-body.ts';
import { readEmbedCall } from './read-call.ts';

const SHARED = {
  framing: 'json',
  contentType: 'application/json',
  readCall: readEmbedCall,
  follow: followBody,
  errorEvent: () => NOTHING,
  comment: () => null,
} as const;

/** `/v1/embeddings` */
export const openaiEmbeddings: Protocol = {
  ...SHARED,
  name: 'openai-embeddings',
  path: '/v1/embeddings',
  writeCall: (body, { model }) => ({ ...body, model }),
  errorBody: openaiError,
};

/** `/api/embed` */
export const ollamaEmbed: Protocol = {
  ...SHARED,
  name: 'ollama-embed',
  path: '/api/embed',
  writeCall: writeOllamaEmbed,
  errorBody: ollamaError,
};
