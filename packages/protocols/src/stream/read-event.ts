import { asObject, parseObject, type JsonObject } from '../json.ts';
import { malformed, readErrorObject, type UpstreamError } from '../errors/read-upstream-error.ts';
import type { Dialect, Verdict } from './dialect.ts';
import type { ParsedEvent } from './parse.ts';
import type { Tally } from './progress.ts';

const PASSED: Verdict = { kind: 'other', out: 'pass' };

/** Reads one whole event, given as its text and as its fields, with the help of the API's dialect. */
export function readEvent(
  text: string,
  event: ParsedEvent,
  dialect: Dialect,
  tally: Tally,
): Verdict {
  if (event.data === null) return readWithoutData(text, event);
  const data = event.data.trim();
  if (data === '') return PASSED;
  // A marker without a finish reason before it comes from a server or a proxy that made it up.
  if (data === '[DONE]') return { kind: 'done', out: dialect.complete ? 'pass' : 'drop' };

  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return failure(malformed(`it sent text that is not JSON: ${excerpt(data)}`));
  }
  // llama.cpp sends `data: null` between the answers to a list of prompts; clients fall over it.
  if (json === null) return { kind: 'other', out: 'drop' };
  const object = asObject(json);
  if (object === null)
    return failure(malformed(`it sent JSON that is no object: ${excerpt(data)}`));
  if (hasError(object)) {
    return { kind: 'error', out: 'pass', error: readErrorObject(200, object) };
  }
  return dialect.read(object, event.name, tally);
}

/** Comments and lonely fields are harmless; what is no event stream at all is looked at closely. */
function readWithoutData(text: string, { comment, stray }: ParsedEvent): Verdict {
  if (stray === null) return comment ? { kind: 'comment', out: 'pass' } : PASSED;
  // Older llama.cpp writes `error: {…}` as a field of its own; Ollama writes errors unframed.
  const said = parseObject(stray.field === 'error' ? stray.value : text);
  if (said !== null && (stray.field === 'error' || hasError(said))) {
    return failure(readErrorObject(200, said));
  }
  if (/^[a-z][\w-]*$/i.test(stray.field) && stray.line.includes(':')) return PASSED;
  return failure(malformed(`it sent something that is no event stream: ${excerpt(text)}`));
}

/** An error that the caller's client would not see as one: it has to be worded anew. */
function failure(error: UpstreamError): Verdict {
  return { kind: 'error', out: 'drop', error };
}

function hasError(json: JsonObject): boolean {
  const error = json['error'];
  return (typeof error === 'string' && error !== '') || asObject(error) !== null;
}

function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
