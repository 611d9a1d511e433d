import { expect, test } from 'vitest';
import { list, object, string } from './json.ts';
import { startMachine } from './start-machine.ts';
import { postJson } from './talk.ts';

test('each input gets a vector of length 1, the same for the same text', async () => {
  await using machine = await startMachine();
  const body = { model: 'tiny', input: ['cat', 'dog', 'cat'] };
  const answer = await postJson(machine, '/v1/embeddings', body);
  const vectors = list(answer['data']).map((entry) => list(object(entry)['embedding']) as number[]);
  expect(vectors).toHaveLength(3);
  expect(vectors[0]).toEqual(vectors[2]);
  expect(vectors[0]).not.toEqual(vectors[1]);
  expect(Math.hypot(...(vectors[0] ?? []))).toBeCloseTo(1);
  expect(answer).toMatchObject({ usage: { prompt_tokens: 3, total_tokens: 3 } });
});

test('base64 holds the same vector as 32-bit floats', async () => {
  await using machine = await startMachine();
  const plain = await postJson(machine, '/v1/embeddings', { input: 'cat' });
  const coded = await postJson(machine, '/v1/embeddings', {
    input: 'cat',
    encoding_format: 'base64',
  });
  const bytes = Buffer.from(string(object(list(coded['data'])[0])['embedding']), 'base64');
  const floats = new Float32Array(new Uint8Array(bytes).buffer);
  const vector = list(object(list(plain['data'])[0])['embedding']) as number[];
  expect([...floats]).toEqual([...Float32Array.from(vector)]);
});

test('Ollama answers with a list of vectors and the tokens that it read', async () => {
  await using machine = await startMachine({ kind: 'ollama' });
  const answer = await postJson(machine, '/api/embed', { model: 'tiny', input: 'four' });
  expect(list(answer['embeddings'])).toHaveLength(1);
  expect(answer).toMatchObject({ prompt_eval_count: 1 });
});

test('an embedding is a call like any other: it takes a slot and generates nothing', async () => {
  await using machine = await startMachine();
  await postJson(machine, '/v1/embeddings', { input: 'cat' });
  expect(machine.calls).toMatchObject([{ state: 'finished', tokens: 0 }]);
  expect(machine.mostAtOnce).toBe(1);
});
