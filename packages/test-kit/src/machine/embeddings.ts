import { seededRandom } from '../random.ts';
import { PLAIN_ASK, type Ask, type Api } from './ask.ts';
import { list, string, type Json } from './json.ts';
import type { Route } from './route.ts';
import { inOnePiece } from './voice.ts';

/** How many numbers an embedding of the machine has. */
const DIMENSIONS = 8;

/** `POST /v1/embeddings`. The official client asks for base64, so that is spoken too. */
export const embeddings: Route = ({ body }) => {
  const inputs = readInputs(body['input']);
  const base64 = body['encoding_format'] === 'base64';
  return {
    kind: 'generate',
    ask: asking('embeddings', body, inputs),
    voice: ({ model }) =>
      inOnePiece(({ promptTokens }) => ({
        object: 'list',
        data: inputs.map((text, index) => {
          const vector = embed(text);
          const embedding = base64 ? encoded(vector) : vector;
          return { object: 'embedding', index, embedding };
        }),
        model,
        usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
      })),
  };
};

/** `POST /api/embed` of Ollama. */
export const ollamaEmbed: Route = ({ body }) => {
  const inputs = readInputs(body['input']);
  return {
    kind: 'generate',
    ask: asking('ollama', body, inputs),
    voice: ({ model }) =>
      inOnePiece(({ promptTokens, loading, prefill }) => ({
        model,
        embeddings: inputs.map(embed),
        total_duration: Math.round((loading + prefill) * 1e9),
        load_duration: Math.round(loading * 1e9),
        prompt_eval_count: promptTokens,
      })),
  };
};

/** An embedding is a prompt that is read and not answered. */
function asking(api: Api, body: Json, inputs: readonly string[]): Ask {
  return {
    ...PLAIN_ASK,
    api,
    model: string(body['model']),
    prompt: inputs.join('\n'),
    generates: false,
  };
}

function readInputs(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : list(value).map(string);
}

/** A vector of length 1 that depends on the text alone: its bytes are the seed. */
function embed(text: string): number[] {
  const seed = Buffer.from(text).reduce((sum, byte) => Math.imul(sum, 31) + byte, 7);
  const random = seededRandom(seed);
  const raw = Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

function encoded(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}
