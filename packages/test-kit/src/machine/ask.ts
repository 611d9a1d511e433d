import type { Tokens } from '@hearth/words';
import { list, object, string, type Json } from './json.ts';

/** Which API a request speaks: it decides the names of its cap and the shape of its errors. */
export type Api = 'chat' | 'completions' | 'responses' | 'messages' | 'ollama' | 'embeddings';

/** A tool that the model may call, whatever the API calls its parts. */
export interface Tool {
  readonly name: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Json;
}

/** What is asked of the model, read from a request of any API. */
export interface Ask {
  readonly api: Api;
  /** The model by the name that the request gives it; empty where it names none. */
  readonly model: string;
  /** All the text that the model reads. */
  readonly prompt: string;
  /** What the user said last; empty when the last word is not the user's but a tool's. */
  readonly question: string;
  /** The cap in the field that this server knows; null where that field is absent. */
  readonly cap: number | null;
  /** Whether an answer is wanted at all; an embedding only reads. */
  readonly generates: boolean;
  readonly stream: boolean;
  /** Whether a model that can think may do so. */
  readonly thinks: boolean;
  /** JSON Schema that the answer must fit, `{}` for any JSON object; null for plain text. */
  readonly format: Json | null;
  readonly tools: readonly Tool[];
  /** Ollama's `num_ctx`: the window to load the model with. Null is the model's own. */
  readonly window: Tokens | null;
  /** Whether an over-long prompt may be cut, where the server cuts them. */
  readonly mayCut: boolean;
}

/** An ask with everything optional left out. */
export const PLAIN_ASK: Omit<Ask, 'api' | 'model' | 'prompt'> = {
  question: '',
  cap: null,
  generates: true,
  stream: false,
  thinks: false,
  format: null,
  tools: [],
  window: null,
  mayCut: true,
};

/**
 * The text of a message's content: a string, or a list of parts of which those with a text count; what a tool
 * gave back to Anthropic's API is a part with content of its own.
 */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((entry) => object(entry))
    .map((part) => string(part['text']) + contentText(part['content']))
    .join('');
}

/** The prompt and the question of a list of messages: their texts, a line break between each. */
export function readMessages(messages: readonly unknown[]): Pick<Ask, 'prompt' | 'question'> {
  const texts = messages.map((message) => contentText(object(message)['content']));
  const last = object(messages.at(-1));
  return {
    prompt: texts.join('\n'),
    question: last['role'] === 'user' ? (texts.at(-1) ?? '') : '',
  };
}

/** The tools of a request, be they OpenAI's (nested or flat), Ollama's or Anthropic's. */
export function readTools(value: unknown): readonly Tool[] {
  return list(value).map((entry) => {
    const tool = object(object(entry)['function'] ?? entry);
    return {
      name: string(tool['name']),
      parameters: object(tool['parameters'] ?? tool['input_schema']),
    };
  });
}

/** The schema behind `response_format` of a chat, or `text.format` of a response; null when plain text is asked for. */
export function readFormat(value: unknown): Json | null {
  const format = object(value);
  if (format['type'] === 'json_object') return {};
  if (format['type'] !== 'json_schema') return null;
  return object(object(format['json_schema'])['schema'] ?? format['schema']);
}
