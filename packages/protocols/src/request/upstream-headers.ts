/** Headers of one hop or of one body, which a proxy writes anew (RFC 9110, section 7.6.1). */
const OF_THE_HOP = [
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * What is between the caller and hearth. `x-api-key` is Anthropic's way to send a key. A server that
 * sees the `origin` of a web page may refuse it, which is hearth's to decide.
 */
const OF_THE_CALLER = ['authorization', 'api-key', 'cookie', 'origin', 'referer', 'x-api-key'];

/**
 * Must not reach llama.cpp: it lets an answer go on after the caller has gone, so that it could not
 * be cancelled any more.
 */
const RESUMABLE = ['x-conversation-id'];

const NEVER = new Set([...OF_THE_HOP, ...OF_THE_CALLER, ...RESUMABLE]);

/**
 * The headers of a caller's request that go on to the upstream, with names in lower case. Left out are
 * keys and cookies, headers of the connection (also those that `Connection` names), everything of
 * hearth's own, and `X-Conversation-Id`. `Accept-Encoding` is `identity`: hearth reads what it passes.
 */
export function upstreamHeaders(
  headers: Iterable<readonly [string, string]>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  const named: string[] = [];
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (name === 'connection') named.push(...value.toLowerCase().split(','));
    if (goesOn(name)) kept[name] = value;
  }
  for (const name of named) delete kept[name.trim()];
  kept['accept-encoding'] = 'identity';
  return kept;
}

function goesOn(name: string): boolean {
  return !NEVER.has(name) && !name.startsWith('x-hearth-') && !name.startsWith('sec-');
}
