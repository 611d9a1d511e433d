import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import {
  begun,
  decode,
  followerAt,
  followFixture,
  payloads,
  readFixture,
  sent,
} from '../fixtures.test.support.ts';
import { encode } from '../stream/bytes.ts';

const CHAT = '/v1/chat/completions';
const COMPLETIONS = '/v1/completions';
const chat = (file: string) => ({ file, path: CHAT });
const completions = (file: string) => ({ file, path: COMPLETIONS });

describe('one answer made of a stream', () => {
  test('of llama.cpp has content, reasoning, usage and timings', () => {
    const { follower } = followFixture(chat('chat.llama-cpp.sse'));
    expect(follower.assemble(null)).toEqual({
      id: 'chatcmpl-Ll1',
      object: 'chat.completion',
      created: 1795978300,
      model: 'qwen3-30b',
      system_fingerprint: 'b11669',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            reasoning_content: 'The stove is warm.',
            content: 'Warm 🔥 für 家.',
          },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        completion_tokens: 7,
        prompt_tokens: 65,
        total_tokens: 72,
        prompt_tokens_details: { cached_tokens: 60 },
      },
      timings: expect.objectContaining({ cache_n: 60, predicted_n: 7 }) as object,
    });
  });

  test('has tool calls merged from their pieces, and no content beside them', () => {
    const { follower } = followFixture(chat('chat.openai.sse'));
    expect(follower.assemble(null)).toMatchObject({
      service_tier: 'default',
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'lights', arguments: '{"on":true}' },
              },
              {
                id: 'call_2',
                type: 'function',
                function: { name: 'heating', arguments: '{"°C":21}' },
              },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
  });

  test('has a choice for each prompt, and the usage of all together', () => {
    const { follower } = followFixture(completions('completions.llama-cpp.sse'));
    expect(follower.assemble(null)).toMatchObject({
      object: 'text_completion',
      choices: [
        { index: 0, text: 'a fire', finish_reason: 'length' },
        { index: 1, text: 'a stone wall', finish_reason: 'length' },
      ],
      usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
    });
  });

  test('has the logprobs of all its tokens, in the old shape and in the new', () => {
    const old = followFixture(completions('completions.openai.sse')).follower;
    expect(old.assemble(null)).toMatchObject({
      choices: [
        {
          text: 'Ja!',
          logprobs: { tokens: ['Ja', '!'], token_logprobs: [-0.1, -0.5], text_offset: [4, 6] },
        },
      ],
    });
    const follower = followerAt(CHAT);
    for (const token of ['a', 'b']) {
      const choice = {
        index: 0,
        delta: { content: token },
        logprobs: { content: [{ token }], refusal: null },
      };
      follower.push(encode(`data: ${JSON.stringify({ choices: [choice] })}\n\n`));
    }
    expect(follower.assemble(null)).toMatchObject({
      choices: [{ logprobs: { content: [{ token: 'a' }, { token: 'b' }] } }],
    });
  });

  test('of a server that reports no usage has what was counted, and says so', () => {
    const { follower } = followFixture(completions('completions.lmstudio.sse'));
    expect(follower.assemble(null)).toMatchObject({
      usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
      hearth: { usage_estimated: true },
    });
  });

  test('that is nothing but reasoning says so', () => {
    const follower = followerAt(CHAT);
    follower.push(encode('data: {"choices":[{"index":0,"delta":{"reasoning":"hm"}}]}\n\n'));
    follower.push(
      encode(
        'data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\n',
      ),
    );
    expect(follower.assemble(null)).toMatchObject({
      choices: [{ message: { content: '', reasoning: 'hm' }, finish_reason: 'length' }],
      hearth: { reasoning_only: true },
    });
  });

  test('that hearth cut has what was counted where the server reported zeros until then', () => {
    const follower = begun('completions.ollama.sse', COMPLETIONS, 2);
    expect(follower.progress).toMatchObject({ tokens: 2, tokensFrom: 'counted' });
    expect(follower.assemble('deadline')).toMatchObject({
      choices: [{ text: 'Es schneit', finish_reason: 'length' }],
      usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
    });
  });

  test('that hearth cut says length, why, and what it has', () => {
    const follower = begun('chat.llama-cpp.sse', CHAT, 6);
    expect(follower.assemble('deadline')).toMatchObject({
      choices: [{ message: { content: 'Warm ' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 },
      hearth: { cut: 'deadline', usage_estimated: true },
    });
  });
});

describe('a stream that hearth cuts', () => {
  test('ends with length, usage and the done marker, under the same id', () => {
    const text = decode(begun('chat.llama-cpp.sse', CHAT, 6, { assemble: false }).cut('deadline'));
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const envelope = {
      id: 'chatcmpl-Ll1',
      object: 'chat.completion.chunk',
      model: 'qwen3-30b',
      created: 1795978300,
    };
    expect(payloads(text)).toMatchObject([
      {
        ...envelope,
        choices: [{ index: 0, delta: {}, finish_reason: 'length' }],
        hearth: { cut: 'deadline' },
      },
      {
        ...envelope,
        choices: [],
        usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 },
      },
    ]);
  });

  test('says nothing of usage to a caller that did not ask', () => {
    const follower = begun('chat.llama-cpp.sse', CHAT, 6, { wantsUsage: false });
    expect(payloads(decode(follower.cut('cap')))).toHaveLength(1);
  });

  test('is marked when only reasoning has come', () => {
    const follower = begun('chat.llama-cpp.sse', CHAT, 4);
    expect(payloads(decode(follower.cut('deadline')))[0]).toMatchObject({
      hearth: { cut: 'deadline', reasoning_only: true },
    });
  });

  test('ends only the choices that are still open', () => {
    const follower = begun('completions.llama-cpp.sse', COMPLETIONS, 4);
    expect(payloads(decode(follower.cut('deadline')))[0]).toMatchObject({
      choices: [{ index: 1, text: '', finish_reason: 'length' }],
    });
  });

  test('that had its finish reason already is not said to be cut', () => {
    const whole = decode(
      begun('chat.llama-cpp.sse', CHAT, 9, { wantsUsage: false }).cut('deadline'),
    );
    expect(whole).toBe('data: [DONE]\n\n');
    const usage = payloads(decode(begun('chat.llama-cpp.sse', CHAT, 9).cut('deadline')));
    expect(usage).toMatchObject([
      { choices: [], usage: { completion_tokens: 5 }, hearth: { usage_estimated: true } },
    ]);
  });

  test('that is over already gets nothing more', () => {
    expect(followFixture(chat('chat.vllm.sse')).follower.cut('deadline')).toHaveLength(0);
  });

  test('that gave no token yet is ended under the names that hearth has', () => {
    const [chunk] = payloads(decode(followerAt(CHAT).cut('restarting')));
    expect(chunk).toMatchObject({
      model: 'real-model',
      created: 1795978300,
      choices: [{ finish_reason: 'length' }],
    });
  });
});

test('a stream whose upstream died ends with an error and no finish reason', () => {
  const follower = begun('chat.vllm.sse', CHAT, 3);
  const text = decode(
    follower.died({ status: 502, code: 'upstream_error', message: 'It went away.' }),
  );
  expect(payloads(text)).toEqual([
    {
      error: {
        message: 'It went away.',
        type: 'server_error',
        param: null,
        code: 'upstream_error',
      },
    },
  ]);
  expect(text).not.toContain('DONE');
});

test('a stream that passes is byte for byte what came', () => {
  const { events } = followFixture(chat('chat.openai.sse'), { cap: tokens(24) });
  expect(sent(events)).toBe(decode(readFixture('chat.openai.sse')));
});
