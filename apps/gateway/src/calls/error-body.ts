import {
  PROTOCOLS,
  protocolOf,
  type JsonObject,
  type Problem,
  type Protocol,
} from '@hearth/protocols';

/** Words a problem in the shape of one API. */
export type ErrorBody = (this: void, problem: Problem) => JsonObject;

/** What may stand before the path of the API, rightly written or not. */
const PREFIXES = /^(?:\/[ck]\/[^/?]*)+/;

/** How a problem is worded for whoever sent a request to this target, also where the path itself is wrong. */
export function errorBodyOf(target: string): ErrorBody {
  const path = target.replace(PREFIXES, '').replace(/\?.*/s, '');
  const own = protocolOf(path);
  if (own !== null) return (problem) => own.errorBody(problem);
  if (path.startsWith('/api/')) return OLLAMA;
  return path.startsWith('/v1/messages') ? ANTHROPIC : OPENAI;
}

const OPENAI = errorBodyBy('openai-chat');
const ANTHROPIC = errorBodyBy('anthropic-messages');
const OLLAMA = errorBodyBy('ollama-chat');

function errorBodyBy(name: Protocol['name']): ErrorBody {
  const protocol = PROTOCOLS.find((one) => one.name === name);
  if (protocol === undefined) throw new Error(`There is no protocol ${name}.`);
  return (problem) => protocol.errorBody(problem);
}
