import type { IncomingMessage, ServerResponse } from 'node:http';

import { isForeignOrigin } from '../http/guard.ts';

/** What a page may read of an answer, beside its body. */
const EXPOSED =
  'x-hearth-call, x-hearth-machine, x-hearth-waited, x-hearth-cap, x-hearth-cap-reason, x-hearth-reason, retry-after, x-should-retry';
/** How long a browser may remember that it has asked, in seconds. */
const REMEMBER = '600';

/** Whether a page's request may come in: it is no page's, or one of a page that may, or one that may not. */
export type Admittance = 'welcome' | 'preflight' | 'foreign';

/**
 * Looks at where a browser's request comes from, and sets the headers by which the page may read the answer, errors
 * as well. Only origins that the manifest lists are let in, and the house's own.
 */
export function checkOrigin(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  listed: readonly string[],
): Admittance {
  const { origin, host } = incoming.headers;
  if (origin === undefined) return 'welcome';
  const isListed = listed.includes(origin);
  if (!isListed && isForeignOrigin(origin, host)) return 'foreign';
  if (isListed) {
    outgoing.setHeader('access-control-allow-origin', origin);
    outgoing.setHeader('access-control-expose-headers', EXPOSED);
    outgoing.setHeader('vary', 'origin');
  }
  const asks = incoming.headers['access-control-request-method'];
  if (incoming.method !== 'OPTIONS' || asks === undefined) return 'welcome';
  outgoing.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  const wanted = incoming.headers['access-control-request-headers'];
  if (wanted !== undefined) outgoing.setHeader('access-control-allow-headers', wanted);
  outgoing.setHeader('access-control-max-age', REMEMBER);
  return 'preflight';
}
