import { bytes, tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { estimatePrompt } from './estimate-prompt.ts';
import type { Call } from './request/call.ts';

const call = (size: { bytes?: number; tokens?: number; images?: number }): Call => ({
  model: null,
  stream: false,
  callerCap: null,
  wantsUsage: false,
  json: false,
  thinks: true,
  choices: 1,
  prompt: {
    bytes: bytes(size.bytes ?? 0),
    tokens: tokens(size.tokens ?? 0),
    images: size.images ?? 0,
  },
});

test('text is divided by the learnt ratio and rounded up', () => {
  expect(estimatePrompt(call({ bytes: 401 }), 4)).toBe(101);
  expect(estimatePrompt(call({ bytes: 401 }), 2)).toBe(201);
});

test('tokens are taken as they are, and an image as what it costs at most', () => {
  expect(estimatePrompt(call({ bytes: 4, tokens: 10 }), 4)).toBe(11);
  expect(estimatePrompt(call({ images: 2 }), 4)).toBe(2600);
});

test.each([0, -1, Number.NaN])('a ratio of %s is a mistake of the program', (ratio) => {
  expect(() => estimatePrompt(call({}), ratio)).toThrow(RangeError);
});
