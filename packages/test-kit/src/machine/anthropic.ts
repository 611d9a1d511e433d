import { contentText, PLAIN_ASK, readMessages, readTools, type Ask } from './ask.ts';
import { list, object, string, type Json } from './json.ts';
import { readCap } from './limits.ts';
import type { Part } from './plan.ts';
import type { Route } from './route.ts';
import { countTokens } from './tokens.ts';
import { sse, type Result, type Scene, type Voice } from './voice.ts';

/** `POST /v1/messages`. */
export const messages: Route = ({ body }, { kind }) => ({
  kind: 'generate',
  ask: {
    ...PLAIN_ASK,
    ...readConversation(body),
    api: 'messages',
    model: string(body['model']),
    cap: readCap(kind, 'messages', body),
    stream: body['stream'] === true,
    thinks: object(body['thinking'])['type'] !== 'disabled',
    tools: readTools(body['tools']),
  },
  voice: messagesVoice,
});

/** `POST /v1/messages/count_tokens`. */
export const countMessageTokens: Route = ({ body }) => ({
  kind: 'json',
  body: { input_tokens: countTokens(readConversation(body).prompt) },
});

/** The system prompt stands beside the messages; what a tool gave back comes as a part of a user's message. */
function readConversation(body: Json): Pick<Ask, 'prompt' | 'question'> {
  const turns = list(body['messages']);
  const read = readMessages(turns);
  const system = contentText(body['system']);
  const lastParts = list(object(turns.at(-1))['content']);
  const fromTool = lastParts.some((part) => object(part)['type'] === 'tool_result');
  return {
    prompt: system === '' ? read.prompt : `${system}\n${read.prompt}`,
    question: fromTool ? '' : read.question,
  };
}

const REASONS = { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use' } as const;

function event(type: string, data: Json = {}): string {
  return sse({ type, ...data }, type);
}

function delta(part: Part, text: string): Json {
  if (part === 'thinking') return { type: 'thinking_delta', thinking: text };
  if (part === 'text') return { type: 'text_delta', text };
  return { type: 'input_json_delta', partial_json: text };
}

function messagesVoice(scene: Scene): Voice {
  const head = {
    id: `msg_${scene.id}`,
    type: 'message',
    role: 'assistant',
    model: scene.model,
  };
  let going: Part | null = null;
  let index = -1;

  const toolUse = (input: Json): Json => ({
    type: 'tool_use',
    id: `toolu_${scene.id}`,
    name: scene.tool,
    input,
  });
  const empty = (part: Part): Json => {
    if (part === 'thinking') return { type: 'thinking', thinking: '' };
    return part === 'text' ? { type: 'text', text: '' } : toolUse({});
  };
  function end(): string {
    if (going === null) return '';
    const signature = { index, delta: { type: 'signature_delta', signature: '' } };
    const signed = going === 'thinking' ? event('content_block_delta', signature) : '';
    going = null;
    return `${signed}${event('content_block_stop', { index })}`;
  }

  function begin(part: Part): string {
    going = part;
    index += 1;
    return event('content_block_start', { index, content_block: empty(part) });
  }

  return {
    mediaType: 'text/event-stream',
    open: () => {
      const counted = { input_tokens: scene.promptTokens, output_tokens: 0 };
      const start = {
        ...head,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: counted,
      };
      return event('message_start', { message: start });
    },
    token({ part, text }) {
      const turn = going === part ? '' : `${end()}${begin(part)}`;
      return `${turn}${event('content_block_delta', { index, delta: delta(part, text) })}`;
    },
    ending: (result) => {
      const why = { stop_reason: REASONS[result.reason], stop_sequence: null };
      const last = event('message_delta', { delta: why, usage: { output_tokens: result.tokens } });
      return `${end()}${last}${event('message_stop')}`;
    },
    tail: () => '',
    failure: (message) => event('error', { error: { type: 'api_error', message } }),
    whole: (result) => ({
      ...head,
      content: blocks(result),
      stop_reason: REASONS[result.reason],
      stop_sequence: null,
      usage: { input_tokens: result.promptTokens, output_tokens: result.tokens },
    }),
  };

  function blocks({ said, reason }: Result): Json[] {
    const thinking = { type: 'thinking', thinking: said.thinking, signature: '' };
    const input = reason === 'length' ? {} : (JSON.parse(said.arguments || '{}') as Json);
    return [
      ...(said.thinking === '' ? [] : [thinking]),
      ...(said.text === '' ? [] : [{ type: 'text', text: said.text }]),
      ...(said.arguments === '' ? [] : [toolUse(input)]),
    ];
  }
}
