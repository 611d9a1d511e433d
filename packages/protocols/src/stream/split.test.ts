import { expect, test } from 'vitest';
import { decode } from '../fixtures.test.support.ts';
import { lineBoundary } from './boundaries.ts';
import { encode } from './bytes.ts';
import { createSplitter } from './split.ts';

test('an event in many pieces is put together, and what waits is told', () => {
  const splitter = createSplitter(lineBoundary());
  expect(splitter.push(encode('ab'))).toEqual([]);
  expect(splitter.push(encode('cd'))).toEqual([]);
  expect(splitter.held).toBe(4);
  expect(splitter.push(encode('\nrest')).map(decode)).toEqual(['abcd\n']);
  expect(splitter.held).toBe(4);
  expect(decode(splitter.rest())).toBe('rest');
  expect(splitter.held).toBe(0);
});

test('what waits does not change when the chunk that it came in is used again', () => {
  const splitter = createSplitter(lineBoundary());
  const chunk = encode('ab');
  splitter.push(chunk);
  chunk.fill(0);
  expect(splitter.push(encode('\n')).map(decode)).toEqual(['ab\n']);
});
