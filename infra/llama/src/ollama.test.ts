/** Ollama's own client in front of machines that do not speak its API. */
import { Ollama } from 'ollama';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { HELLO, note, startHouse, why, type House } from './house.test.helper.ts';

describe.skipIf(why !== null)(
  `the ollama client, where every machine runs llama.cpp${note}`,
  () => {
    let house: House;
    let ollama: Ollama;
    beforeAll(async () => {
      house = await startHouse();
      ollama = new Ollama({ host: house.gateway.url });
    });
    afterAll(() => house?.[Symbol.asyncDispose]());

    const spoken = 'openai-chat, openai-completions, openai-responses, openai-embeddings';

    test('is told which machine has the model, and what that one speaks', async () => {
      const chat = ollama.chat({ model: 'tiny', messages: HELLO });
      await expect(chat).rejects.toMatchObject({ status_code: 404 });
      await expect(chat).rejects.toThrow(`fast runs llama.cpp and speaks ${spoken}`);
    });

    test('is told of all machines where it names no model', async () => {
      const chat = ollama.chat({ model: 'auto', messages: HELLO });
      await expect(chat).rejects.toMatchObject({ status_code: 404 });
      await expect(chat).rejects.toThrow(/fast runs llama\.cpp .* slow runs llama\.cpp/);
    });

    test('is told where the models are to be found, when it asks for a list', async () => {
      await expect(ollama.list()).rejects.toThrow(/runs Ollama.*\/v1/);
      await expect(ollama.list()).rejects.toMatchObject({ status_code: 404 });
    });

    test('is told that a model does not exist before it is told that its API is not spoken', async () => {
      const chat = ollama.chat({ model: 'huge', messages: HELLO });
      await expect(chat).rejects.toThrow(/No machine of this house has a model called "huge"/);
    });
  },
);
