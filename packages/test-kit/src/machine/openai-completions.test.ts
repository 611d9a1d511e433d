import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { list, object, string } from './json.ts';
import { startMachine } from './start-machine.ts';
import { post, postJson, sseData } from './talk.ts';

const PATH = '/v1/completions';

test('a completion in one piece has its text, reason and usage', async () => {
  await using machine = await startMachine({ answer: () => 'and they lived' });
  expect(await postJson(machine, PATH, { prompt: 'Once upon a time' })).toMatchObject({
    object: 'text_completion',
    choices: [{ text: 'and they lived', finish_reason: 'stop' }],
    usage: { prompt_tokens: 4, completion_tokens: 3 },
  });
});

test('a stream says the same, and has usage only where that was asked for', async () => {
  await using machine = await startMachine({ answer: () => 'and they lived' });
  const plain = await post(machine, PATH, { prompt: 'Once', stream: true });
  const texts = sseData(plain.text).map((data) => {
    return string(object(list(object(data)['choices'])[0])['text']);
  });
  expect(texts.join('')).toBe('and they lived');
  expect(plain.text).not.toContain('"usage"');
  const options = { include_usage: true };
  const counted = await post(machine, PATH, { prompt: 'x', stream: true, stream_options: options });
  expect(sseData(counted.text).at(-2)).toMatchObject({ usage: { completion_tokens: 3 } });
});

test.for([
  ['vllm', 16],
  ['openai', 16],
  ['llama.cpp', 40],
] as const)('%s generates %i of 40 tokens when there is no cap', async ([kind, count]) => {
  await using machine = await startMachine({ kind, answer: tokens(40) });
  await post(machine, PATH, { model: 'tiny', prompt: 'x' });
  expect(machine.calls[0]?.tokens).toBe(count);
});
