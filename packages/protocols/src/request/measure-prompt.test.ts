import { expect, test } from 'vitest';
import { measurePrompt } from './measure-prompt.ts';

test('text is counted in bytes of UTF-8, not in characters', () => {
  expect(measurePrompt({ prompt: 'aé家🔥' }, ['prompt'])).toMatchObject({ bytes: 1 + 2 + 3 + 4 });
});

test('only the fields that become the prompt are counted', () => {
  const body = { prompt: 'abc', user: 'somebody', metadata: { note: 'long' } };
  expect(measurePrompt(body, ['prompt'])).toEqual({ bytes: 3, tokens: 0, images: 0 });
});

test('keys are counted like text', () => {
  expect(measurePrompt({ messages: [{ role: 'user' }] }, ['messages'])).toMatchObject({ bytes: 8 });
});

test('a number is one token', () => {
  expect(measurePrompt({ input: [[1, 2], [3]] }, ['input'])).toMatchObject({ tokens: 3, bytes: 0 });
});

const LONG = 'A'.repeat(10_000);

test.each([
  ['OpenAI chat', { type: 'image_url', image_url: { url: `data:image/png;base64,${LONG}` } }],
  ['OpenAI responses', { type: 'input_image', image_url: `data:image/png;base64,${LONG}` }],
  ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: LONG } }],
  ['an Anthropic document', { type: 'document', source: { type: 'base64', data: LONG } }],
  ['a sound', { type: 'input_audio', input_audio: { data: LONG, format: 'wav' } }],
])('an image of %s is one image and not text', (_api, part) => {
  const content = [{ type: 'text', text: 'what is this' }, part];
  const size = measurePrompt({ messages: [{ role: 'user', content }] }, ['messages']);
  expect(size?.images).toBe(1);
  expect(size?.bytes).toBeLessThan(100);
});

test('the images of an Ollama message are images and not text', () => {
  const messages = [{ content: 'x', images: [LONG, LONG] }];
  expect(measurePrompt({ messages }, ['messages'])).toEqual({ bytes: 14, tokens: 0, images: 2 });
});

test('images outside the prompt are none of it', () => {
  expect(measurePrompt({ images: [LONG] }, ['prompt'])).toMatchObject({ images: 0 });
});
