import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { Tally } from './progress.ts';

describe('the tokens of an answer', () => {
  test('are counted by deltas until something is reported, and on top of it afterwards', () => {
    const tally = new Tally();
    tally.add({ content: 1 });
    tally.add({ reasoning: 1, tool: 1 });
    expect(tally).toMatchObject({ tokens: 3, tokensFrom: 'counted' });
    tally.report({ output: tokens(10) });
    expect(tally).toMatchObject({ tokens: 10, tokensFrom: 'reported' });
    tally.add({ content: 1 });
    expect(tally).toMatchObject({ tokens: 11, tokensFrom: 'counted' });
  });

  test('are not reset by a report of nothing', () => {
    const tally = new Tally();
    tally.report({ prompt: tokens(7), output: tokens(0) });
    tally.add({ content: 1 });
    tally.report({ prompt: tokens(0), output: tokens(0) });
    expect(tally).toMatchObject({ tokens: 1, usage: { prompt: 7 } });
  });
});

test('reasoning alone is told apart from an answer', () => {
  const tally = new Tally();
  expect(tally).toMatchObject({ firstToken: false, reasoningOnly: false });
  tally.add({ reasoning: 1 });
  expect(tally).toMatchObject({ firstToken: true, reasoningOnly: true });
  tally.add({ tool: 1 });
  expect(tally).toMatchObject({ firstToken: true, reasoningOnly: false });
});

test('the first error is the one that is kept', () => {
  const tally = new Tally();
  const error = {
    kind: 'failed',
    message: 'first',
    code: null,
    promptTokens: null,
    context: null,
  } as const;
  tally.fail(error);
  tally.fail({ ...error, message: 'second' });
  expect(tally.error?.message).toBe('first');
});
