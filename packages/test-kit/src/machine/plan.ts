import type { Tokens } from '@hearth/words';
import type { Ask, Tool } from './ask.ts';
import { fromSchema } from './from-schema.ts';
import { summary, wantsSummary } from './sentence.ts';
import { pieces, words } from './tokens.ts';

/** The part of an answer that a token belongs to: reasoning, text, or the arguments of a tool call. */
export type Part = 'thinking' | 'text' | 'arguments';

/** A token before it is known whether it is the last. */
export interface Piece {
  readonly part: Part;
  readonly text: string;
}

/** What a machine is told about its answers. */
export interface Manner {
  /** How many tokens it thinks before it answers, where the request lets it. */
  readonly thinking: Tokens;
  /** Its answer: so many words, or what a function says. Null is the machine's own choice. */
  readonly answer: Tokens | ((ask: Ask) => string | Tokens) | null;
}

/** What a generation says if nothing ends it before. */
export interface Plan {
  readonly pieces: Iterable<Piece>;
  /** The tool that it calls, where it calls one. */
  readonly tool: Tool | null;
}

/** How many words the machine says when nobody told it how many. */
const DEFAULT_WORDS = 32 as Tokens;

/** Decides what the model says: a call of a tool that the question names, else the answer that it was told, else its own. */
export function plan(ask: Ask, manner: Manner): Plan {
  if (!ask.generates) return { pieces: [], tool: null };
  const tool = ask.tools.find(({ name }) => name !== '' && ask.question.includes(name)) ?? null;
  return { pieces: spoken(ask, manner, tool), tool };
}

function* spoken(ask: Ask, manner: Manner, tool: Tool | null): Generator<Piece> {
  if (ask.thinks) {
    for (const text of words(manner.thinking)) yield { part: 'thinking', text };
  }
  if (tool !== null) {
    const input = JSON.stringify(fromSchema(tool.parameters, ask.question, 'lorem'));
    for (const text of pieces(input)) yield { part: 'arguments', text };
    return;
  }
  const answer = typeof manner.answer === 'function' ? manner.answer(ask) : manner.answer;
  const said = answer ?? ownAnswer(ask);
  const texts = typeof said === 'string' ? pieces(said) : words(said);
  for (const text of texts) yield { part: 'text', text };
}

function ownAnswer(ask: Ask): string | Tokens {
  const text = wantsSummary(ask.prompt) ? summary(ask.prompt) : null;
  if (ask.format === null) return text ?? DEFAULT_WORDS;
  const answer = text ?? 'lorem ipsum';
  const free = Object.keys(ask.format).length === 0;
  return JSON.stringify(free ? { answer } : fromSchema(ask.format, ask.prompt, answer));
}
