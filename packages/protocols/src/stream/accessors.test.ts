import { instant, tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { messagesDialect } from '../anthropic-messages/dialect.ts';
import { jsonEnd } from '../embeddings/json-end.ts';
import { OLLAMA_CHAT, ollamaDialect } from '../ollama/dialect.ts';
import { CHAT } from '../openai-choices/chat.ts';
import { choicesDialect } from '../openai-choices/dialect.ts';
import { usageSum } from '../openai-choices/usage.ts';
import { responsesDialect } from '../openai-responses/dialect.ts';
import { PROTOCOLS } from '../protocol-of.ts';
import { lineBoundary } from './boundaries.ts';
import type { FollowOptions } from './dialect.ts';
import { createSplitter } from './split.ts';

const OPTIONS: FollowOptions = {
  model: 'tiny',
  upstream: 'llama.cpp',
  cap: tokens(10),
  context: null,
  promptTokens: tokens(1),
  wantsUsage: true,
  assemble: true,
  at: instant(0),
};

const MADE: readonly (readonly [string, object])[] = [
  ...PROTOCOLS.map((one) => [`a follower of ${one.name}`, one.follow(OPTIONS)] as const),
  ['a dialect of choices', choicesDialect(CHAT, OPTIONS)],
  ['a dialect of responses', responsesDialect(OPTIONS)],
  ['a dialect of messages', messagesDialect(OPTIONS)],
  ['a dialect of Ollama', ollamaDialect(OLLAMA_CHAT, OPTIONS)],
  ['a splitter', createSplitter(lineBoundary())],
  ['the end of a JSON object', jsonEnd()],
  ['a sum of usage', usageSum()],
];

// Each answer makes new ones; see `Follower` for what an accessor in them costs.
test.each(MADE)('%s has no accessor of its own', (_what, made) => {
  const own = Object.entries(Object.getOwnPropertyDescriptors(made));
  const accessors = own.filter(([, descriptor]) => 'get' in descriptor);
  expect(accessors.map(([field]) => field)).toEqual([]);
});
