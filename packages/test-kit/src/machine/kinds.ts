/** The model servers that a machine can be. */
export const KINDS = ['llama.cpp', 'ollama', 'vllm', 'lmstudio', 'openai'] as const;

/** One of {@link KINDS}. */
export type Kind = (typeof KINDS)[number];

/** The ways in which one server differs from the next. */
export interface Quirks {
  /** The fields that it knows as the cap on its OpenAI routes; the first one present counts, others are ignored. */
  readonly capFields: readonly string[];
  /** The cap of `/v1/completions` where the request has none; null is as much as there is room for. */
  readonly completionsCap: number | null;
  /** What happens to a prompt that does not fit the window. `refuse-sum` refuses prompt + cap as well. */
  readonly overflow: 'refuse' | 'refuse-sum' | 'cut';
  /** The field that holds reasoning on `/v1/chat/completions`; null keeps it to itself and only counts it. */
  readonly reasoningField: 'reasoning' | 'reasoning_content' | null;
  /** Whether `/v1/responses` says `completed` of an answer that was cut. */
  readonly alwaysCompleted: boolean;
  /** Tokens of a prompt that are evaluated at one go; only after them is a peer that went away noticed. */
  readonly promptBatch: number;
  /** Whether a stream begins with an empty comment, as the server's keep-alive sends them. */
  readonly pings: boolean;
  /** Whether answers carry llama.cpp's `timings`. */
  readonly timings: boolean;
  /** Whether the finish reason comes in the same chunk as the last token of a chat. */
  readonly mergesFinish: boolean;
  /** By how much `completion_tokens` falls short where the cap cut the answer. */
  readonly usageShortfall: number;
  /** Whether a request that names no model is refused. */
  readonly needsModel: boolean;
  /** Whether every model is loaded from the start. */
  readonly holdsAll: boolean;
  /** Whether a request that carries `X-Conversation-Id` goes on after its peer has gone. */
  readonly resumes: boolean;
}

const PLAIN: Quirks = {
  capFields: ['max_completion_tokens', 'max_tokens'],
  completionsCap: null,
  overflow: 'refuse',
  reasoningField: 'reasoning_content',
  alwaysCompleted: false,
  promptBatch: 2048,
  pings: false,
  timings: false,
  mergesFinish: false,
  usageShortfall: 0,
  needsModel: false,
  holdsAll: false,
  resumes: false,
};

/** What is known of each server. */
export const QUIRKS: Readonly<Record<Kind, Quirks>> = {
  'llama.cpp': {
    ...PLAIN,
    capFields: ['n_predict', 'max_tokens', 'max_completion_tokens'],
    alwaysCompleted: true,
    pings: true,
    timings: true,
    resumes: true,
  },
  ollama: {
    ...PLAIN,
    capFields: ['max_tokens'],
    overflow: 'cut',
    reasoningField: 'reasoning',
    alwaysCompleted: true,
    promptBatch: Infinity,
    needsModel: true,
  },
  vllm: {
    ...PLAIN,
    completionsCap: 16,
    overflow: 'refuse-sum',
    reasoningField: 'reasoning',
    mergesFinish: true,
    holdsAll: true,
  },
  lmstudio: { ...PLAIN, capFields: ['max_tokens'], usageShortfall: 1 },
  openai: {
    ...PLAIN,
    completionsCap: 16,
    overflow: 'refuse-sum',
    reasoningField: null,
    needsModel: true,
    holdsAll: true,
  },
};
