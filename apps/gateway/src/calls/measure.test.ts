import type { Call, Progress } from '@hearth/protocols';
import { bytes, instant, seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { measure, wasPromptCut, type Answered } from './measure.ts';

const PROGRESS: Progress = {
  firstToken: true,
  tokens: tokens(101),
  tokensFrom: 'reported',
  usage: { prompt: tokens(1000), cached: tokens(400), output: tokens(101) },
  timings: null,
  finishReason: 'stop',
  truncated: false,
  reasoningOnly: false,
  reasoningTokens: tokens(0),
  error: null,
};

function answered(change: Partial<Progress> = {}, more: Partial<Answered> = {}): Answered {
  const prompt = { bytes: bytes(4100), tokens: tokens(0), images: 0 };
  const call: Call = {
    model: null,
    stream: true,
    callerCap: null,
    wantsUsage: true,
    json: false,
    thinks: true,
    choices: 1,
    prompt,
  };
  return {
    call,
    progress: { ...PROGRESS, ...change },
    sentAt: instant(0),
    firstTokenAt: instant(2000),
    lastTokenAt: instant(12_000),
    wasLoaded: true,
    whole: true,
    ...more,
  };
}

function read(prompt: number): Answered {
  return answered({ usage: { prompt: tokens(prompt) } });
}

describe('a call that is over', () => {
  test('has measured by our clock what the machine does not tell, cached tokens left out', () => {
    const { decode, prefill, bytesPerToken } = measure(answered());
    expect(decode).toEqual({ tokens: 100, seconds: 10, rate: 10 });
    expect(prefill).toEqual({ tokens: 600, seconds: 2, rate: 300 });
    expect(bytesPerToken).toBe(4.1);
  });

  test('is believed where the machine told', () => {
    const pace = { tokens: tokens(101), seconds: seconds(5), rate: 20 };
    const timings = { decode: pace, prefill: null, load: seconds(7) };
    expect(measure(answered({ timings }))).toMatchObject({ decode: pace, load: 7 });
  });

  test('says nothing of reading where the model was loaded meanwhile', () => {
    expect(measure(answered({}, { wasLoaded: false })).prefill).toBeNull();
  });

  test('tells how long the model thought, where it was let', () => {
    const thought = { reasoningTokens: tokens(80) };
    expect(measure(answered(thought)).thinking).toBe(80);
    expect(measure(answered()).thinking).toBe(0);
    expect(measure(answered({ ...thought, firstToken: false })).thinking).toBeNull();
    const { call } = answered();
    expect(measure(answered({}, { call: { ...call, thinks: false } })).thinking).toBeNull();
  });

  test('without a token has measured nothing of the answer', () => {
    const nothing = answered({ usage: {} }, { firstTokenAt: null, lastTokenAt: null });
    expect(measure(nothing)).toMatchObject({ decode: null, prefill: null, bytesPerToken: null });
  });
});

test('a prompt of which the machine read half its window and no more was cut', () => {
  expect(wasPromptCut(read(514), tokens(1024), 4)).toBe(true);
  expect(wasPromptCut(read(1000), tokens(1024), 4)).toBe(false);
  expect(wasPromptCut(read(514), null, 4)).toBe(false);
});
