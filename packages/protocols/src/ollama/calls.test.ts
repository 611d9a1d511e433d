import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { ollamaEmbed } from '../embeddings/index.ts';
import { ollamaChat, ollamaGenerate } from './index.ts';

const orders = { model: 'real', cap: tokens(64), upstream: 'ollama', context: null } as const;

describe('reading', () => {
  test('a call is a stream unless it says otherwise', () => {
    expect(ollamaChat.readCall({ messages: [] })).toMatchObject({ call: { stream: true } });
    expect(ollamaGenerate.readCall({ stream: false })).toMatchObject({ call: { stream: false } });
  });

  test('a call without messages or prompt, which only loads the model, is accepted', () => {
    expect(ollamaChat.readCall({ model: 'm' }).ok).toBe(true);
    expect(ollamaGenerate.readCall({ model: 'm', keep_alive: 0 }).ok).toBe(true);
  });

  test('a format of any kind asks for JSON', () => {
    expect(ollamaChat.readCall({ format: 'json' })).toMatchObject({ call: { json: true } });
    expect(ollamaChat.readCall({ format: { type: 'object' } })).toMatchObject({
      call: { json: true },
    });
    expect(ollamaChat.readCall({ format: '' })).toMatchObject({ call: { json: false } });
  });

  test('images, earlier context and system prompt belong to the prompt', () => {
    const body = {
      system: 'ab',
      prompt: 'cde',
      context: [1, 2, 3],
      images: ['aGVhcnRo', 'aGVhcnRo'],
    };
    expect(ollamaGenerate.readCall(body)).toMatchObject({
      call: { prompt: { bytes: 5, tokens: 3, images: 2 } },
    });
    const messages = [{ role: 'user', content: 'cde', images: ['aGVhcnRo'] }];
    expect(ollamaChat.readCall({ messages })).toMatchObject({ call: { prompt: { images: 1 } } });
  });
});

describe('writing', () => {
  test('puts the cap into num_predict and forbids to shorten the prompt silently', () => {
    expect(
      ollamaChat.writeCall({ messages: [], options: { temperature: 0, num_predict: -1 } }, orders),
    ).toEqual({
      messages: [],
      model: 'real',
      stream: true,
      truncate: false,
      shift: false,
      options: { temperature: 0, num_predict: 64 },
    });
  });

  test('lets the caller say that its prompt may be shortened', () => {
    const written = ollamaGenerate.writeCall({ prompt: 'x', truncate: true, shift: true }, orders);
    expect(written).toMatchObject({ truncate: true, shift: true });
  });

  test('drops options that would load the model again', () => {
    const options = { num_ctx: 8192, num_gpu: 10, num_batch: 64, num_thread: 2, seed: 1 };
    expect(ollamaChat.writeCall({ options }, orders)['options']).toEqual({
      seed: 1,
      num_predict: 64,
    });
    expect(ollamaEmbed.writeCall({ input: 'x', options }, orders)['options']).toEqual({ seed: 1 });
  });

  test('pins the context that the machine has loaded', () => {
    const pinned = { ...orders, context: tokens(32768) };
    expect(ollamaChat.writeCall({ options: { num_ctx: 4096 } }, pinned)['options']).toEqual({
      num_ctx: 32768,
      num_predict: 64,
    });
  });
});
