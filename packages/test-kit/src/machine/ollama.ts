import { tokens } from '@hearth/words';
import { PLAIN_ASK, readMessages, readTools, type Ask } from './ask.ts';
import { list, number, object, string, type Json } from './json.ts';
import { readCap } from './limits.ts';
import type { Reply, Route } from './route.ts';
import { line, type Result, type Scene, type Voice } from './voice.ts';

/** How an answer of `/api/chat` differs from one of `/api/generate`: by where the text stands. */
type Wrap = (said: { text: string; thinking: string; call: Json | null }) => Json;

const inMessage: Wrap = ({ text, thinking, call }) => ({
  message: {
    role: 'assistant',
    content: text,
    ...(thinking === '' ? {} : { thinking }),
    ...(call === null ? {} : { tool_calls: [{ function: call }] }),
  },
});

const inResponse: Wrap = ({ text, thinking }) => ({
  response: text,
  ...(thinking === '' ? {} : { thinking }),
});

/** `POST /api/chat`. */
export const ollamaChat: Route = ({ body }, { shelf }) => {
  const messages = list(body['messages']);
  const ask = { ...readAsk(body), ...readMessages(messages), tools: readTools(body['tools']) };
  if (messages.length > 0) return generation(ask, inMessage);
  return loadOrUnload(body, ask, inMessage, (name) => {
    shelf.unload(name);
  });
};

/** `POST /api/generate`. */
export const ollamaGenerate: Route = ({ body }, { shelf }) => {
  const system = string(body['system']);
  const question = string(body['prompt']);
  const prompt = system === '' ? question : `${system}\n${question}`;
  const ask = { ...readAsk(body), prompt, question };
  if (question !== '') return generation(ask, inResponse);
  return loadOrUnload(body, ask, inResponse, (name) => {
    shelf.unload(name);
  });
};

function readAsk(body: Json): Ask {
  const options = object(body['options']);
  const window = number(options['num_ctx']);
  const { format } = body;
  return {
    ...PLAIN_ASK,
    api: 'ollama',
    model: string(body['model']),
    prompt: '',
    cap: readCap('ollama', 'ollama', options),
    stream: body['stream'] !== false,
    thinks: body['think'] !== false,
    format: format === 'json' ? {} : typeof format === 'object' && format ? object(format) : null,
    window: window === null ? null : tokens(window),
    mayCut: body['truncate'] !== false,
  };
}

function generation(ask: Ask, wrap: Wrap): Reply {
  return { kind: 'generate', ask, voice: (scene) => ollamaVoice(scene, wrap) };
}

/** A request without a prompt loads the model, or takes it out of memory when it is to be kept for no time. */
function loadOrUnload(body: Json, ask: Ask, wrap: Wrap, unload: (name: string) => void): Reply {
  const keepAlive = body['keep_alive'];
  if (keepAlive === 0 || keepAlive === '0') {
    unload(ask.model);
    const nothing = wrap({ text: '', thinking: '', call: null });
    const done = { done: true, done_reason: 'unload' };
    return { kind: 'json', body: { model: ask.model, ...nothing, ...done } };
  }
  return {
    kind: 'generate',
    ask: { ...ask, generates: false },
    voice: (scene) => ollamaVoice(scene, wrap, 'load'),
  };
}

/** Ollama tells durations in nanoseconds. */
function nanoseconds(span: number): number {
  return Math.round(span * 1e9);
}

function ollamaVoice(scene: Scene, wrap: Wrap, doneReason?: string): Voice {
  const head = { model: scene.model, created_at: new Date(scene.at).toISOString() };

  const call = ({ said, reason }: Result): Json | null =>
    // A call that was cut cannot be read, and so is not one.
    said.arguments === '' || reason === 'length'
      ? null
      : { name: scene.tool, arguments: JSON.parse(said.arguments) as unknown };

  const done = (result: Result): Json => ({
    done: true,
    done_reason: doneReason ?? (result.reason === 'length' ? 'length' : 'stop'),
    total_duration: nanoseconds(result.loading + result.prefill + result.decode),
    load_duration: nanoseconds(result.loading),
    prompt_eval_count: result.promptTokens,
    prompt_eval_duration: nanoseconds(result.prefill),
    eval_count: result.tokens,
    eval_duration: nanoseconds(result.decode),
  });

  return {
    mediaType: 'application/x-ndjson',
    open: () => '',
    token({ part, text }) {
      if (part === 'arguments') return '';
      const said = part === 'text' ? { text, thinking: '' } : { text: '', thinking: text };
      return line({ ...head, ...wrap({ ...said, call: null }), done: false });
    },
    ending(result) {
      const called = call(result);
      const nothing = { text: '', thinking: '' };
      const before =
        called === null
          ? ''
          : line({ ...head, ...wrap({ ...nothing, call: called }), done: false });
      return `${before}${line({ ...head, ...wrap({ ...nothing, call: null }), ...done(result) })}`;
    },
    tail: () => '',
    failure: (message) => line({ error: message }),
    whole(result) {
      const { text, thinking } = result.said;
      return { ...head, ...wrap({ text, thinking, call: call(result) }), ...done(result) };
    },
  };
}
