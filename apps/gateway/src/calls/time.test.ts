import { instant, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { answerDeadline, callTime, readSeconds, type TimeFacts } from './time.ts';

const FACTS: TimeFacts = {
  arrivedAt: instant(1000),
  stream: false,
  priority: 'interactive',
  consumer: { timeout: null, maxWait: null },
  timeout: null,
  maxWait: null,
  clientTimeout: null,
};

describe('the time of a call', () => {
  test.each([
    ['interactive', 120, 60],
    ['user', 300, 300],
    ['batch', 1200, 3600],
    ['best-effort', 1200, 3600],
  ] as const)('is by default that of its priority: %s', (priority, answer, wait) => {
    expect(callTime({ ...FACTS, priority })).toMatchObject({ answer, wait, deadline: null });
  });

  test('is the consumer’s own where it has one', () => {
    const consumer = { timeout: seconds(900), maxWait: seconds(5) };
    expect(callTime({ ...FACTS, consumer })).toMatchObject({ answer: 900, wait: 5 });
  });

  test('is shortened by a header, from the arrival on, and never lengthened', () => {
    const short = callTime({ ...FACTS, timeout: seconds(20) });
    expect(short).toMatchObject({ answer: 20, wait: 20, deadline: 21_000 });
    expect(answerDeadline(short, instant(11_000))).toBe(21_000);
    const long = callTime({ ...FACTS, timeout: seconds(9000), maxWait: seconds(9000) });
    expect(long).toMatchObject({ answer: 120, wait: 60 });
    expect(answerDeadline(long, instant(11_000))).toBe(131_000);
  });

  test('ends a little before the timer of an OpenAI client, which counts the wait as well', () => {
    expect(callTime({ ...FACTS, clientTimeout: seconds(30) }).deadline).toBe(30_000);
    expect(callTime({ ...FACTS, clientTimeout: seconds(2) }).deadline).toBe(2800);
  });

  test('is not bounded by that timer on a stream, which only has to begin in time', () => {
    const time = callTime({ ...FACTS, stream: true, clientTimeout: seconds(2) });
    expect(time).toMatchObject({ deadline: null, firstComment: 1, nextComment: 1 });
    const plain = callTime({ ...FACTS, stream: true });
    expect(plain.firstComment).toBe(3);
    expect(plain.nextComment).toBeLessThanOrEqual(10);
  });
});

test.each([
  ['20', 20],
  [' 1.5 ', 1.5],
  ['0', 0],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['9'.repeat(400), undefined],
])('the header "%s" is %s seconds', (header, value) => {
  expect(readSeconds(header)).toBe(value);
});
