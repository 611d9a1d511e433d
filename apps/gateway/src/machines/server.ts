import type { ModelState } from '@hearth/admission';
import type { UpstreamError } from '@hearth/protocols';
import type { Tokens } from '@hearth/words';

import type { Ask } from './ask.ts';
import type { Json } from './json.ts';

/** The kinds of model server that are told apart; `openai` is any other one that speaks the OpenAI routes. */
export type ServerName = 'llama.cpp' | 'ollama' | 'vllm' | 'lmstudio' | 'openai';

/** A model as its server describes it. */
export interface SeenModel {
  /** Its name there. */
  readonly name: string;
  readonly state: ModelState;
  /** The window that is allocated: prompt and answer together; null while the server does not tell. */
  readonly context: Tokens | null;
  /** False when a part of it runs on the CPU, so that it is slower than it will be another time. */
  readonly whole: boolean;
  /** Its entry in the server's own list, for callers of that API; null where there is none. */
  readonly entry: Json | null;
}

/** What one look at a server that answers tells. */
export interface Look {
  readonly models: readonly SeenModel[];
  /** True while it is there and cannot yet say what it serves. */
  readonly loading: boolean;
  readonly version: string | null;
}

/** How to count the tokens of a prompt: by the path that the call came in by. */
export type Count = (ask: Ask, path: string, body: Json) => Promise<Tokens | null>;

/** One kind of server: how it is known, looked at and asked. Nothing here takes a slot. */
export interface Server {
  readonly name: ServerName;
  /** The APIs that it speaks, by the names of `@hearth/protocols`, `count-tokens`, and `other`. */
  readonly apis: ReadonlySet<string>;
  /** Looks at the server; null when it is of another kind. Throws `Unreachable` where nothing answers. */
  look(ask: Ask): Promise<Look | null>;
  /** How many requests are inside it at this moment; null when it cannot tell. Null altogether for kinds that never can. */
  readonly busy: ((ask: Ask) => Promise<number | null>) | null;
  /** Counts a prompt exactly; null for kinds that cannot. */
  readonly count: Count | null;
}

/** The OpenAI routes that every kind speaks. `other` is any further path under `/v1`. */
export const OPENAI_APIS: readonly string[] = [
  'openai-chat',
  'openai-completions',
  'openai-responses',
  'openai-embeddings',
  'other',
];

/** True where an answer says that the server is there and loads its model. */
export function isLoading(status: number, error: UpstreamError): boolean {
  return status === 503 && error.kind === 'loading';
}
