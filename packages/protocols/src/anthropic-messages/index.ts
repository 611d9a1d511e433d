/**
 * Anthropic's messages, `/v1/messages`, which llama.cpp, Ollama, vLLM and LM Studio speak as well.
 */
import { anthropicError } from '../errors/error-body.ts';
import type { Protocol } from '../protocol.ts';
import { writeCap } from '../request/write-caps.ts';
import { sseProtocol } from '../sse-protocol.ts';
import { encode, sseEvent } from '../stream/bytes.ts';
import { messagesDialect } from './dialect.ts';
import { readMessagesCall } from './read-call.ts';

/** `/v1/messages` */
export const anthropicMessages: Protocol = sseProtocol({
  name: 'anthropic-messages',
  path: '/v1/messages',
  readCall: readMessagesCall,
  writeCall: (body, { model, cap }) => ({
    ...writeCap(body, 'max_tokens', cap),
    model,
    stream: true,
  }),
  dialect: messagesDialect,
  errorBody: anthropicError,
  errorEvent: (problem) => encode(sseEvent(anthropicError(problem), 'error')),
});
