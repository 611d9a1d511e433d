import { instant, tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { estimatePrompt, protocolOf, type Protocol } from './index.ts';
import { encode } from './stream/bytes.ts';

/** What a gateway does with one call, as the README has it. */
function serve(protocol: Protocol, body: Record<string, unknown>, upstream: string): unknown {
  const reading = protocol.readCall(body);
  if (!reading.ok)
    return protocol.errorBody({ status: 400, code: 'bad_request', message: reading.message });
  const promptTokens = estimatePrompt(reading.call, 3.8);
  const order = {
    model: 'qwen3-30b',
    cap: tokens(200),
    upstream: 'llama.cpp',
    context: null,
  } as const;
  protocol.writeCall(body, order);
  const { stream, wantsUsage } = reading.call;
  const at = instant(1_795_978_300_000);
  const follower = protocol.follow({ ...order, promptTokens, wantsUsage, assemble: !stream, at });
  const written = follower.push(encode(upstream)).map(({ out }) => new TextDecoder().decode(out));
  const { complete, closing } = follower.end();
  if (!complete) return [...written, new TextDecoder().decode(follower.cut('deadline'))].join('');
  return stream
    ? [...written, new TextDecoder().decode(closing)].join('')
    : follower.assemble(null);
}

const UPSTREAM = {
  '/v1/chat/completions':
    'data: {"choices":[{"index":0,"delta":{"content":"Warm."},"finish_reason":"stop"}]}\n\n',
  '/v1/messages':
    'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}\n\n',
  '/api/chat': '{"message":{"content":"Warm."},"done":true,"done_reason":"stop"}\n',
};

test.each(Object.entries(UPSTREAM))(
  'one call at %s goes through without a case for its API',
  (path, upstream) => {
    const protocol = protocolOf(path);
    expect(protocol).not.toBeNull();
    if (protocol === null) return;
    const messages = [{ role: 'user', content: 'Is the stove warm?' }];
    expect(serve(protocol, { messages, stream: true }, upstream)).toContain(upstream);
    expect(serve(protocol, { messages, stream: false }, upstream)).toBeTypeOf('object');
    expect(serve(protocol, { messages: 7 }, upstream)).toHaveProperty('error');
  },
);
