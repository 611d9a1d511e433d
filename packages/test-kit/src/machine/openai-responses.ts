import { contentText, PLAIN_ASK, readFormat, readTools, type Ask } from './ask.ts';
import { list, object, string, type Json } from './json.ts';
import { QUIRKS } from './kinds.ts';
import { readCap } from './limits.ts';
import type { Part } from './plan.ts';
import type { Route } from './route.ts';
import { sse, unixSeconds, type Result, type Scene, type Voice } from './voice.ts';

/** `POST /v1/responses`. */
export const responses: Route = ({ body }, { kind }) => ({
  kind: 'generate',
  ask: {
    ...PLAIN_ASK,
    ...readInput(body),
    api: 'responses',
    model: string(body['model']),
    cap: readCap(kind, 'responses', body),
    stream: body['stream'] === true,
    thinks: object(body['reasoning'])['effort'] !== 'none',
    format: readFormat(object(body['text'])['format']),
    tools: readTools(body['tools']),
  },
  voice: responsesVoice,
});

/** The input is a string, or a list of messages and of what tools gave back. */
function readInput(body: Json): Pick<Ask, 'prompt' | 'question'> {
  const instructions = string(body['instructions']);
  const before = instructions === '' ? [] : [instructions];
  const input = body['input'];
  if (typeof input === 'string') return { prompt: [...before, input].join('\n'), question: input };
  const items = list(input).map((item) => object(item));
  const texts = items.map((item) => contentText(item['content'] ?? item['output']));
  const byUser = items.at(-1)?.['role'] === 'user';
  return {
    prompt: [...before, ...texts].join('\n'),
    question: byUser ? (texts.at(-1) ?? '') : '',
  };
}

/** What the events about a part are called, and by what key they carry its text when it is done. */
const NAMES: Readonly<Record<Part, { readonly event: string; readonly key: string }>> = {
  thinking: { event: 'response.reasoning_text', key: 'text' },
  text: { event: 'response.output_text', key: 'text' },
  arguments: { event: 'response.function_call_arguments', key: 'arguments' },
};

function contentOf(part: Part, text: string): Json {
  return part === 'thinking'
    ? { type: 'reasoning_text', text }
    : { type: 'output_text', text, annotations: [] };
}

function responsesVoice(scene: Scene): Voice {
  const { kind, id } = scene;
  const hides = QUIRKS[kind].reasoningField === null;
  const head = {
    id: `resp_${id}`,
    object: 'response',
    created_at: unixSeconds(scene.at),
    model: scene.model,
  };
  const done: Json[] = [];
  let going: { readonly part: Part; text: string } | null = null;
  let sequence = 0;

  const event = (type: string, data: Json): string =>
    sse({ type, sequence_number: sequence++, ...data }, type);

  function item(part: Part, status: string, content: readonly Json[], text: string): Json {
    const common = { id: `${part}_${id}`, status };
    switch (part) {
      case 'thinking':
        return { ...common, type: 'reasoning', summary: [], content };
      case 'text':
        return { ...common, type: 'message', role: 'assistant', content };
      case 'arguments': {
        const call = { call_id: `call_${id}`, name: scene.tool, arguments: text };
        return { ...common, type: 'function_call', ...call };
      }
    }
  }

  const finishedItem = (part: Part, text: string, status: string): Json =>
    item(part, status, [contentOf(part, text)], text);

  /** Where the part that is being said stands. */
  const place = (part: Part): Json => ({
    item_id: `${part}_${id}`,
    output_index: done.length,
    content_index: 0,
  });

  function begin(part: Part): string {
    going = { part, text: '' };
    const added = { output_index: done.length, item: item(part, 'in_progress', [], '') };
    const itemAdded = event('response.output_item.added', added);
    if (part === 'arguments') return itemAdded;
    const empty = { ...place(part), part: contentOf(part, '') };
    return `${itemAdded}${event('response.content_part.added', empty)}`;
  }

  function end(status: string): string {
    if (going === null) return '';
    const { part, text } = going;
    const { event: name, key } = NAMES[part];
    const whole = finishedItem(part, text, status);
    const events = [event(`${name}.done`, { ...place(part), [key]: text })];
    if (part !== 'arguments') {
      const content = { ...place(part), part: contentOf(part, text) };
      events.push(event('response.content_part.done', content));
    }
    events.push(event('response.output_item.done', { output_index: done.length, item: whole }));
    done.push(whole);
    going = null;
    return events.join('');
  }

  const finalStatus = ({ reason }: Result): 'completed' | 'incomplete' =>
    reason === 'length' && !QUIRKS[kind].alwaysCompleted ? 'incomplete' : 'completed';

  function response(result: Result, output: readonly Json[]): Json {
    const status = finalStatus(result);
    return {
      ...head,
      status,
      incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
      output,
      usage: {
        input_tokens: result.promptTokens,
        output_tokens: result.tokens,
        output_tokens_details: { reasoning_tokens: result.thinkingTokens },
        total_tokens: result.promptTokens + result.tokens,
      },
    };
  }

  return {
    mediaType: 'text/event-stream',
    open() {
      const started = { response: { ...head, status: 'in_progress', output: [] } };
      const events = [event('response.created', started), event('response.in_progress', started)];
      return `${QUIRKS[kind].pings ? ':\n\n' : ''}${events.join('')}`;
    },
    token({ part, text }) {
      if (part === 'thinking' && hides) return '';
      const turn = going?.part === part ? '' : `${end('completed')}${begin(part)}`;
      if (going !== null) going.text += text;
      const said = { ...place(part), delta: text };
      return `${turn}${event(`${NAMES[part].event}.delta`, said)}`;
    },
    ending(result) {
      const status = finalStatus(result);
      return `${end(status)}${event(`response.${status}`, { response: response(result, done) })}`;
    },
    tail: () => '',
    failure: (message) => event('error', { code: 'server_error', message, param: null }),
    whole(result) {
      const parts: readonly Part[] = ['thinking', 'text', 'arguments'];
      const said = parts.filter(
        (part) => result.said[part] !== '' && !(part === 'thinking' && hides),
      );
      const output = said.map((part) => {
        const status = part === said.at(-1) ? finalStatus(result) : 'completed';
        return finishedItem(part, result.said[part], status);
      });
      return response(result, output);
    },
  };
}
