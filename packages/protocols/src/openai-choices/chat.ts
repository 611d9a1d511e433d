import { asList, asObject, asSome, objectsIn, type JsonObject } from '../json.ts';
import type { ChoiceApi, ChoiceCollector } from './dialect.ts';
import { appendLists } from './logprobs.ts';
import { mergeToolCalls } from './tool-calls.ts';

/** Reasoning has two names: llama.cpp, LM Studio and older vLLM say the first, Ollama and vLLM the second. */
const REASONING = ['reasoning_content', 'reasoning'] as const;

/** Chat: choices with a `delta` in a stream and a `message` in a whole answer. */
export const CHAT: ChoiceApi = {
  chunk: 'chat.completion.chunk',
  answer: 'chat.completion',
  silence: { delta: {} },
  count(choice) {
    const delta = asObject(choice['delta']) ?? {};
    const content = asSome(delta['content']) ?? asSome(delta['refusal']);
    return {
      content: content === null ? 0 : 1,
      reasoning: REASONING.some((name) => asSome(delta[name]) !== null) ? 1 : 0,
      tool: asList(delta['tool_calls']).length > 0 ? 1 : 0,
    };
  },
  collect: collectMessage,
};

function collectMessage(): ChoiceCollector {
  const texts = new Map<string, string>();
  const tools = mergeToolCalls();
  const logprobs = {};
  let hasLogprobs = false;
  const extras: Record<string, unknown> = {};
  let role = 'assistant';

  function addDelta(delta: JsonObject): void {
    for (const [key, value] of Object.entries(delta)) {
      if (key === 'role') role = asSome(value) ?? role;
      else if (key === 'tool_calls') tools.add(objectsIn(value));
      else if (typeof value === 'string') texts.set(key, (texts.get(key) ?? '') + value);
      else if (value !== null) extras[key] = value;
    }
  }

  return {
    add(choice) {
      addDelta(asObject(choice['delta']) ?? {});
      const more = asObject(choice['logprobs']);
      if (more === null) return;
      hasLogprobs = true;
      appendLists(logprobs, more);
    },
    answer() {
      const calls = tools.calls();
      // No content and a tool call is null, as OpenAI has it; no content at all is empty text.
      const content = texts.get('content') || (calls.length > 0 ? null : '');
      const message = {
        role,
        ...extras,
        ...Object.fromEntries(texts),
        content,
        ...(calls.length > 0 && { tool_calls: calls }),
      };
      return { message, logprobs: hasLogprobs ? logprobs : null };
    },
  };
}
