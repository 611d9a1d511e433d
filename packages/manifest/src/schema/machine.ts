import { tokens } from '@hearth/words';
import * as v from 'valibot';

import type { Machine, ModelHints } from '../types.ts';
import { count, rate } from './numbers.ts';
import { leaf, mustBe, right, wrong, type About } from './leaf.ts';
import { modelName } from './names.ts';
import { list, section, table } from './section.ts';
import { choice } from './texts.ts';
import { baseUrl } from './urls.ts';

const model: v.GenericSchema<unknown, ModelHints> = v.pipe(
  section(
    {
      says: 'What the server does not tell of a model, and first guesses.',
      example: { context: 32_768, tokens_per_second: 13.9, aliases: ['default'] },
    },
    {
      context: v.optional(
        count(
          {
            says: 'How many tokens prompt and answer may have together. Without it, what the server says.',
            example: 32_768,
          },
          256,
          100_000_000,
        ),
      ),
      tokens_per_second: v.optional(
        rate(
          {
            says: 'First guess of how many tokens of an answer come in a second, until it has been measured.',
            example: 13.9,
          },
          100_000,
        ),
      ),
      aliases: v.optional(
        list(
          {
            says: 'Other names by which callers ask for the model. An alias means one model in the whole house.',
            example: ['gpt-4o-mini', 'default'],
          },
          alias({ says: 'Another name of the model.', example: 'default' }),
        ),
        [],
      ),
    },
  ),
  v.transform(({ context, tokens_per_second, aliases }) => ({
    context: context === undefined ? null : tokens(context),
    tokensPerSecond: tokens_per_second ?? null,
    aliases,
  })),
);

/** A box that serves models over HTTP. */
export const machine: v.GenericSchema<unknown, Omit<Machine, 'name'>> = section(
  {
    says: 'A box that serves models over HTTP.',
    example: { url: 'http://gpu-box.lan:8080', slots: 1 },
  },
  {
    url: baseUrl({
      says: 'Where its server answers, without /v1.',
      example: 'http://gpu-box.lan:8080',
    }),
    api: v.optional(
      choice({ says: 'Which server runs there; `auto` finds it out by asking.', example: 'auto' }, [
        'auto',
        'llama.cpp',
        'ollama',
        'vllm',
        'lmstudio',
        'openai',
      ]),
      'auto',
    ),
    slots: v.optional(
      count({ says: 'How many calls may be on it at once.', example: 1 }, 1, 256),
      1,
    ),
    models: v.optional(
      table(
        {
          says: 'What the server does not tell of its models, by the name of the model.',
          example: { 'qwen3-30b': { context: 32_768 } },
        },
        modelName,
        model,
      ),
      {},
    ),
  },
);

function alias(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'name of a model', { type: 'string' }, (input) => {
    const read = v.safeParse(modelName, input);
    if (read.success) return right(read.output);
    if (typeof input !== 'string') return mustBe('text', input);
    const [message = '', hint = null] = read.issues[0].message.split('\n');
    return wrong(message, hint);
  });
}
