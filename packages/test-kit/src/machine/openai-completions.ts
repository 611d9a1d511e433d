import { PLAIN_ASK } from './ask.ts';
import { list, object, string, type Json } from './json.ts';
import { QUIRKS } from './kinds.ts';
import { readCap } from './limits.ts';
import type { Route } from './route.ts';
import { timings, usage } from './usage.ts';
import { sse, unixSeconds, type Scene, type Voice } from './voice.ts';

/** `POST /v1/completions`. Of a list of prompts the first is answered. */
export const completions: Route = ({ body }, { kind }) => ({
  kind: 'generate',
  ask: {
    ...PLAIN_ASK,
    api: 'completions',
    model: string(body['model']),
    prompt: string(list(body['prompt'])[0] ?? body['prompt']),
    cap: readCap(kind, 'completions', body),
    stream: body['stream'] === true,
  },
  voice: (scene) =>
    completionsVoice(scene, object(body['stream_options'])['include_usage'] === true),
});

function choices(text: string, finish: string | null): Json[] {
  return [{ text, index: 0, logprobs: null, finish_reason: finish }];
}

function completionsVoice(scene: Scene, includeUsage: boolean): Voice {
  const { kind } = scene;
  const head = {
    id: `cmpl-${scene.id}`,
    object: 'text_completion',
    created: unixSeconds(scene.at),
    model: scene.model,
  };
  return {
    mediaType: 'text/event-stream',
    open: () => (QUIRKS[kind].pings ? ':\n\n' : ''),
    token: ({ text }) => sse({ ...head, choices: choices(text, null) }),
    ending: (result) =>
      sse({
        ...head,
        choices: choices('', result.reason),
        ...(includeUsage ? {} : timings(kind, result)),
      }),
    tail(result) {
      const counted = { ...head, choices: [], usage: usage(kind, result) };
      return `${includeUsage ? sse({ ...counted, ...timings(kind, result) }) : ''}${sse('[DONE]')}`;
    },
    failure: (message) => sse({ error: { message, type: 'server_error', code: 500 } }),
    whole: (result) => ({
      ...head,
      choices: choices(result.said.text, result.reason),
      usage: usage(kind, result),
      ...timings(kind, result),
    }),
  };
}
