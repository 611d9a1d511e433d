import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, followerAt, readFixture, sent } from '../fixtures.test.support.ts';
import { encode } from '../stream/bytes.ts';

const CASES = [
  { file: 'embeddings.llama-cpp.txt', path: '/v1/embeddings', prompt: 6 },
  { file: 'embed.ollama.txt', path: '/api/embed', prompt: 8 },
];

describe.each(CASES)('$file', ({ file, path, prompt }) => {
  const whole = readFixture(file);

  test('passes byte for byte, and its prompt tokens are found, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 8 }), (places) => {
        const cuts = [0, ...[...places].sort((a, b) => a - b), whole.length];
        const follower = followerAt(path, { assemble: false });
        const events = cuts
          .slice(1)
          .flatMap((end, at) => follower.push(whole.subarray(cuts[at], end)));
        expect(sent(events)).toBe(decode(whole));
        expect(follower.end()).toMatchObject({ complete: true, events: [] });
        expect(follower.progress).toMatchObject({
          usage: { prompt },
          tokens: 0,
          firstToken: false,
        });
      }),
      { numRuns: 50 },
    );
  });

  test('is not complete when it breaks off', () => {
    const follower = followerAt(path);
    follower.push(whole.subarray(0, -3));
    expect(follower.end().complete).toBe(false);
    expect(follower.cut('deadline')).toHaveLength(0);
  });

  test('can be had as one answer', () => {
    const follower = followerAt(path);
    follower.push(whole);
    follower.end();
    expect(follower.assemble(null)).toEqual(JSON.parse(decode(whole)));
  });
});

test('megabytes of numbers pass without being kept', () => {
  const follower = followerAt('/v1/embeddings', { assemble: false });
  const numbers = encode('0.123456789,'.repeat(10_000));
  follower.push(encode('{"object":"list","data":[{"embedding":['));
  for (let round = 0; round < 20; round += 1) follower.push(numbers);
  follower.push(encode('1]}],"usage":{"prompt_tokens":77,"total_tokens":77}}'));
  expect(follower.end().complete).toBe(true);
  expect(follower.progress.usage.prompt).toBe(77);
});

test('an error inside a 200 is an error', () => {
  const follower = followerAt('/api/embed');
  follower.push(encode('{"error":"the input length exceeds the context length"}'));
  expect(follower.end().complete).toBe(false);
  expect(follower.progress.error).toMatchObject({ kind: 'context' });
});

test('what is no JSON object is an error at once', () => {
  const [event] = followerAt('/v1/embeddings').push(encode('<html>'));
  expect(event).toMatchObject({ kind: 'error', verdict: 'drop', error: { kind: 'malformed' } });
});
