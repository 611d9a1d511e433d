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
import type { FollowOptions } from '../stream/dialect.ts';

const PATH = '/v1/responses';
const fixture = (file: string) => ({ file, path: PATH });

/** The last event that a caller gets of a recorded stream, by its name and its payload. */
function lastSent(file: string, options: Partial<FollowOptions>) {
  const text = sent(followFixture(fixture(file), options).events);
  return { name: text.match(/event: (\S+)/g)?.at(-1), payload: payloads(text).at(-1) };
}

/** Whether a response that is said to be completed, with this output, is taken for cut. */
function isTakenForCut(output: object[], more: object = {}): boolean {
  const follower = followerAt(PATH, { cap: tokens(50) });
  const response = { id: 'r', status: 'completed', output, ...more };
  const event = { type: 'response.completed', response };
  follower.push(encode(`data: ${JSON.stringify(event)}\n\n`));
  return follower.progress.truncated;
}

describe('a response that is said to be completed', () => {
  const INCOMPLETE = {
    name: 'event: response.incomplete',
    payload: {
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ status: 'incomplete' }],
      },
    },
  };

  test('is told as incomplete when its tokens have reached the cap', () => {
    expect(lastSent('responses.llama-cpp.sse', { cap: tokens(8) })).toMatchObject(INCOMPLETE);
    expect(lastSent('responses.llama-cpp.sse', { cap: tokens(7) })).toMatchObject(INCOMPLETE);
  });

  test('passes as it is when they have not', () => {
    const { events } = followFixture(fixture('responses.llama-cpp.sse'), { cap: tokens(9) });
    expect(sent(events)).toBe(decode(readFixture('responses.llama-cpp.sse')));
  });

  test('is told as incomplete when prompt and answer fill the context', () => {
    expect(lastSent('responses.llama-cpp.sse', { context: tokens(73) })).toMatchObject(INCOMPLETE);
    expect(lastSent('responses.llama-cpp.sse', { context: tokens(74) }).name).toBe(
      'event: response.completed',
    );
  });

  test('is judged on LM Studio by one token less, which is what it reports', () => {
    expect(
      lastSent('responses.lmstudio.sse', { cap: tokens(8), upstream: 'lmstudio' }),
    ).toMatchObject(INCOMPLETE);
    expect(lastSent('responses.lmstudio.sse', { cap: tokens(8), upstream: 'vllm' }).name).toBe(
      'event: response.completed',
    );
  });

  test('is told as incomplete when it says so elsewhere', () => {
    expect(isTakenForCut([{ type: 'message', status: 'incomplete' }])).toBe(true);
    expect(isTakenForCut([], { incomplete_details: { reason: 'max_output_tokens' } })).toBe(true);
    expect(
      isTakenForCut([{ type: 'function_call', status: 'completed', arguments: '{"on":tr' }]),
    ).toBe(true);
    expect(
      isTakenForCut([{ type: 'function_call', status: 'completed', arguments: '{"on":true}' }]),
    ).toBe(false);
    expect(isTakenForCut([{ type: 'function_call', status: 'completed', arguments: '' }])).toBe(
      false,
    );
  });
});

test('a response that failed is an error and not complete', () => {
  const follower = followerAt(PATH);
  const event = {
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error', message: 'no memory' } },
  };
  const [followed] = follower.push(
    encode(`event: response.failed\ndata: ${JSON.stringify(event)}\n\n`),
  );
  expect(followed).toMatchObject({
    kind: 'error',
    verdict: 'pass',
    error: { message: 'no memory', code: 'server_error' },
  });
  expect(follower.end().complete).toBe(false);
});

describe('one answer made of a stream', () => {
  test('is the response of its last event, told truthfully', () => {
    const { follower } = followFixture(fixture('responses.llama-cpp.sse'), { cap: tokens(8) });
    expect(follower.assemble(null)).toMatchObject({
      id: 'resp_L',
      status: 'incomplete',
      output: [{ id: 'msg_L', content: [{ type: 'output_text', text: 'The house is 暖' }] }],
      usage: { output_tokens: 8 },
    });
    expect(followFixture(fixture('responses.vllm.sse')).follower.assemble(null)).toMatchObject({
      status: 'completed',
      output: [{ type: 'function_call', arguments: '{"on":true}' }],
    });
  });

  test('that hearth cut is made of its deltas, also where the server leaves out the indexes', () => {
    expect(begun('responses.llama-cpp.sse', PATH, 8).assemble('deadline')).toMatchObject({
      id: 'resp_L',
      object: 'response',
      created_at: 1795978300,
      model: 'real-model',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ id: 'msg_L', status: 'incomplete', content: [{ text: 'The house is 暖' }] }],
      usage: { input_tokens: 20, output_tokens: 2, total_tokens: 22 },
      hearth: { cut: 'deadline', usage_estimated: true },
    });
  });

  test('keeps reasoning in its summary', () => {
    expect(begun('responses.ollama.sse', PATH, 5).assemble('deadline')).toMatchObject({
      output: [
        {
          type: 'reasoning',
          status: 'incomplete',
          summary: [{ type: 'summary_text', text: 'Think first.' }],
        },
      ],
      hearth: { cut: 'deadline', reasoning_only: true },
    });
  });
});

describe('a stream that hearth cuts', () => {
  test('closes what is open and ends as incomplete, numbered on', () => {
    const events = payloads(
      decode(begun('responses.openai.sse', PATH, 5, { assemble: false }).cut('deadline')),
    );
    const where = { item_id: 'msg_A', output_index: 0, content_index: 0 };
    expect(events).toMatchObject([
      { type: 'response.output_text.done', ...where, text: 'Cut ', sequence_number: 5 },
      {
        type: 'response.content_part.done',
        ...where,
        part: { type: 'output_text', text: 'Cut ' },
        sequence_number: 6,
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { id: 'msg_A', status: 'incomplete' },
        sequence_number: 7,
      },
      {
        type: 'response.incomplete',
        sequence_number: 8,
        response: {
          id: 'resp_A',
          status: 'incomplete',
          output: [{ content: [{ text: 'Cut ' }] }],
          hearth: { cut: 'deadline' },
        },
      },
    ]);
  });

  test('closes only what the upstream has not closed itself', () => {
    const types = (events: number) =>
      payloads(decode(begun('responses.openai.sse', PATH, events).cut('deadline'))).map(
        ({ type }) => type,
      );
    expect(types(7)).toEqual([
      'response.content_part.done',
      'response.output_item.done',
      'response.incomplete',
    ]);
    expect(types(8)).toEqual(['response.output_item.done', 'response.incomplete']);
    expect(types(9)).toEqual(['response.incomplete']);
    expect(begun('responses.openai.sse', PATH, 10).cut('deadline')).toHaveLength(0);
  });

  test('does not say that half a call of a tool is done', () => {
    const events = payloads(decode(begun('responses.vllm.sse', PATH, 4).cut('deadline')));
    expect(events).toMatchObject([
      {
        type: 'response.incomplete',
        response: {
          output: [{ type: 'function_call', status: 'incomplete', arguments: '{"on":' }],
        },
      },
    ]);
  });

  test('has every event under its name', () => {
    const text = decode(begun('responses.openai.sse', PATH, 5).cut('deadline'));
    const names = [...text.matchAll(/^event: (\S+)\ndata: (.*)$/gm)].map(([, name, data]) => [
      name,
      (JSON.parse(data ?? '') as { type: string }).type,
    ]);
    expect(names).toHaveLength(4);
    for (const [name, type] of names) expect(name).toBe(type);
  });
});

test('a stream whose upstream died ends with an error event, numbered on', () => {
  const text = decode(
    begun('responses.openai.sse', PATH, 5).died({
      status: 502,
      code: 'upstream_error',
      message: 'Gone.',
    }),
  );
  expect(payloads(text)).toMatchObject([
    { type: 'error', sequence_number: 5, message: 'Gone.', error: { code: 'upstream_error' } },
  ]);
});
