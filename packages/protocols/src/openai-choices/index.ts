/**
 * OpenAI's two APIs whose answers are lists of choices: chat and completions.
 */
import { openaiError } from '../errors/error-body.ts';
import type { Protocol } from '../protocol.ts';
import { sseProtocol } from '../sse-protocol.ts';
import { CHAT } from './chat.ts';
import { COMPLETIONS } from './completions.ts';
import { choicesDialect } from './dialect.ts';
import { readChatCall, readCompletionsCall } from './read-call.ts';
import { writeChatCall, writeCompletionsCall } from './write-call.ts';

/** `/v1/chat/completions` */
export const openaiChat: Protocol = sseProtocol({
  name: 'openai-chat',
  path: '/v1/chat/completions',
  readCall: readChatCall,
  writeCall: writeChatCall,
  dialect: (options) => choicesDialect(CHAT, options),
  errorBody: openaiError,
});

/** `/v1/completions` */
export const openaiCompletions: Protocol = sseProtocol({
  name: 'openai-completions',
  path: '/v1/completions',
  readCall: readCompletionsCall,
  writeCall: writeCompletionsCall,
  dialect: (options) => choicesDialect(COMPLETIONS, options),
  errorBody: openaiError,
});
