import { asObject, asSome, asText } from '../json.ts';
import type { ChoiceApi, ChoiceCollector } from './dialect.ts';
import { appendLists } from './logprobs.ts';

/** Completions: choices with a `text`, in a stream and in a whole answer alike. */
export const COMPLETIONS: ChoiceApi = {
  chunk: 'text_completion',
  answer: 'text_completion',
  silence: { text: '' },
  count: (choice) => ({ content: asSome(choice['text']) === null ? 0 : 1, reasoning: 0, tool: 0 }),
  collect: collectText,
};

function collectText(): ChoiceCollector {
  let text = '';
  let logprobs: Record<string, unknown[]> | null = null;
  return {
    add(choice) {
      text += asText(choice['text']) ?? '';
      const more = asObject(choice['logprobs']);
      if (more !== null) appendLists((logprobs ??= {}), more);
    },
    answer: () => ({ text, logprobs }),
  };
}
