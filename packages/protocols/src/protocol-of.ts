import { anthropicMessages } from './anthropic-messages/index.ts';
import { ollamaEmbed, openaiEmbeddings } from './embeddings/index.ts';
import { ollamaChat, ollamaGenerate } from './ollama/index.ts';
import { openaiChat, openaiCompletions } from './openai-choices/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import type { Protocol } from './protocol.ts';

/** Every model API that hearth understands. */
export const PROTOCOLS: readonly Protocol[] = [
  openaiChat,
  openaiCompletions,
  openaiResponses,
  openaiEmbeddings,
  anthropicMessages,
  ollamaChat,
  ollamaGenerate,
  ollamaEmbed,
];

const BY_PATH: ReadonlyMap<string, Protocol> = new Map(PROTOCOLS.map((one) => [one.path, one]));

/** The protocol of a route, by the path of the request without its query; null for any other path. */
export function protocolOf(path: string): Protocol | null {
  return BY_PATH.get(path) ?? null;
}
