import type { Bytes, Tokens } from '@hearth/words';

/** How large a prompt is, as far as it can be told without the model's tokenizer. */
export interface PromptSize {
  /** All text of the prompt and of the tools, keys included, in UTF-8. */
  readonly bytes: Bytes;
  /** What the caller had already cut into tokens, and single numbers: one token each. */
  readonly tokens: Tokens;
  /** Images, and other attachments that are not text. */
  readonly images: number;
}

/** What hearth needs to know of a request to a model. */
export interface Call {
  /** The model's name as the caller wrote it; null when the caller named none. */
  readonly model: string | null;
  /** True when the caller asked for a stream, in so many words or by the default of the API. */
  readonly stream: boolean;
  /** The caller's own cap: the smallest of all that it sent; null when it sent none. */
  readonly callerCap: Tokens | null;
  /** False when a chunk that holds nothing but usage must not reach the caller. */
  readonly wantsUsage: boolean;
  /** True when the caller asked for JSON: an answer that is cut is then worth nothing to it. */
  readonly json: boolean;
  /** False when the caller wants no reasoning of a model that could. */
  readonly thinks: boolean;
  /** How many answers are asked for at once (`n`, or several prompts); the cap holds for each. */
  readonly choices: number;
  /** The size of the prompt. */
  readonly prompt: PromptSize;
}

/** A request as read, or what is wrong with it, in a sentence for the caller. */
export type CallReading =
  | { readonly ok: true; readonly call: Call }
  | {
      readonly ok: false;
      readonly message: string;
      /** The field at fault, like `options.num_predict`; null when the whole body is. */
      readonly field: string | null;
    };
