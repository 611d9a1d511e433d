import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { ollamaEmbed, openaiEmbeddings } from './index.ts';

const orders = { model: 'real', cap: tokens(1), upstream: 'ollama', context: null } as const;

test.each([openaiEmbeddings, ollamaEmbed])(
  '$name is read: it is no stream and has no cap',
  (protocol) => {
    expect(protocol.readCall({ model: 'nomic', input: ['one', 'zwö'] })).toEqual({
      ok: true,
      call: {
        model: 'nomic',
        stream: false,
        callerCap: null,
        wantsUsage: true,
        json: false,
        thinks: true,
        choices: 1,
        prompt: { bytes: 7, tokens: 0, images: 0 },
      },
    });
  },
);

test('embeddings are written with the real model and nothing else changed', () => {
  const body = { model: 'alias', input: 'x', encoding_format: 'base64' };
  expect(openaiEmbeddings.writeCall(body, orders)).toEqual({ ...body, model: 'real' });
  expect(ollamaEmbed.writeCall({ input: 'x', truncate: true }, orders)).toEqual({
    input: 'x',
    truncate: true,
    model: 'real',
    options: {},
  });
});
