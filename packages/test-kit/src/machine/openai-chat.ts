import { PLAIN_ASK, readFormat, readMessages, readTools } from './ask.ts';
import { list, object, string, type Json } from './json.ts';
import { QUIRKS } from './kinds.ts';
import { readCap } from './limits.ts';
import type { Token } from './generate.ts';
import type { Route } from './route.ts';
import { timings, usage } from './usage.ts';
import { sse, unixSeconds, type Result, type Scene, type Voice } from './voice.ts';

/** `POST /v1/chat/completions`. */
export const chat: Route = ({ body }, { kind }) => ({
  kind: 'generate',
  ask: {
    ...PLAIN_ASK,
    ...readMessages(list(body['messages'])),
    api: 'chat',
    model: string(body['model']),
    cap: readCap(kind, 'chat', body),
    stream: body['stream'] === true,
    thinks:
      object(body['chat_template_kwargs'])['enable_thinking'] !== false &&
      body['reasoning_effort'] !== 'none',
    format: readFormat(body['response_format']),
    tools: readTools(body['tools']),
  },
  voice: (scene) => chatVoice(scene, object(body['stream_options'])['include_usage'] === true),
});

function chatVoice(scene: Scene, includeUsage: boolean): Voice {
  const { kind, tool } = scene;
  const { pings, mergesFinish, reasoningField } = QUIRKS[kind];
  const head = {
    id: `chatcmpl-${scene.id}`,
    object: 'chat.completion.chunk',
    created: unixSeconds(scene.at),
    model: scene.model,
  };
  const callId = `call_${scene.id}`;
  let called = false;
  let held: Json = {};

  const chunk = (delta: Json, finish: string | null = null, more: Json = {}) =>
    sse({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...more });

  const delta = ({ part, text }: Token): Json | null => {
    switch (part) {
      case 'text':
        return { content: text };
      case 'thinking':
        return reasoningField === null ? null : { [reasoningField]: text };
      case 'arguments': {
        const first = called ? {} : { id: callId, type: 'function' };
        const name = called ? {} : { name: tool };
        called = true;
        return { tool_calls: [{ index: 0, ...first, function: { ...name, arguments: text } }] };
      }
    }
  };

  return {
    mediaType: 'text/event-stream',
    open: () => `${pings ? ':\n\n' : ''}${chunk({ role: 'assistant', content: '' })}`,
    token(token) {
      const said = delta(token);
      if (said === null) return '';
      if (!mergesFinish || !token.last) return chunk(said);
      held = said;
      return '';
    },
    ending: (result) => chunk(held, result.reason, includeUsage ? {} : timings(kind, result)),
    tail(result) {
      const counted = { ...head, choices: [], usage: usage(kind, result) };
      return `${includeUsage ? sse({ ...counted, ...timings(kind, result) }) : ''}${sse('[DONE]')}`;
    },
    failure: (message) => sse({ error: { message, type: 'server_error', code: 500 } }),
    whole: (result) => ({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: wholeMessage(result), finish_reason: result.reason }],
      usage: usage(kind, result),
      ...timings(kind, result),
    }),
  };

  function wholeMessage({ said }: Result): Json {
    const call = { name: tool, arguments: said.arguments };
    return {
      role: 'assistant',
      content: said.arguments === '' ? said.text : null,
      ...(said.thinking !== '' && reasoningField !== null
        ? { [reasoningField]: said.thinking }
        : {}),
      ...(said.arguments === ''
        ? {}
        : { tool_calls: [{ id: callId, type: 'function', function: call }] }),
    };
  }
}
