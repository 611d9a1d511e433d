import { expect, test } from 'vitest';

import { nearestNames } from './nearest.ts';

const KNOWN = ['qwen3-30b', 'llama3.1:8b', 'models/Gemma-3-27B-it.gguf', 'nomic-embed-text'];

test.each([
  ['qwen3-30', 'qwen3-30b'],
  ['Qwen3_30B', 'qwen3-30b'],
  ['llama3.1', 'llama3.1:8b'],
  ['gemma-3-27b-it', 'models/Gemma-3-27B-it.gguf'],
  ['nomic-embed-txt', 'nomic-embed-text'],
])('%s is near %s', (given, near) => {
  expect(nearestNames(given, KNOWN)[0]).toBe(near);
});

test.each(['gpt-4o', 'mistral-small', '', 'x'.repeat(1_000_000)])(
  'nothing is near what is far from all',
  (given) => {
    expect(nearestNames(given, KNOWN)).toEqual([]);
  },
);
