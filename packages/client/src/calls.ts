import {
  callPageSchema,
  truncatedListSchema,
  type CallPage,
  type TruncatedList,
} from '@hearth/wire';

import type { CallOptions, Connection } from './send.ts';

/** Which calls to list. */
export interface CallsQuery {
  /** The calls of this run alone, all of them, the oldest first. */
  readonly run?: number | undefined;
  /** The most to list. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly before?: number | undefined;
}

/** The record of model calls. */
export interface CallsClient {
  /** A page of calls, the newest first. */
  list(query?: CallsQuery, options?: CallOptions): Promise<CallPage>;
  /** Who gets cut, and by whose cap, those most often cut first; of the last week when `sinceSeconds` is absent. */
  truncated(sinceSeconds?: number, options?: CallOptions): Promise<TruncatedList>;
}

/** The routes of calls. */
export function callsClient({ ask }: Connection): CallsClient {
  return {
    list: (query, options) =>
      ask({ method: 'get', path: ['calls'], query: { ...query }, ...options }, callPageSchema),
    truncated: (sinceSeconds, options) =>
      ask(
        {
          method: 'get',
          path: ['calls', 'truncated'],
          query: { since_seconds: sinceSeconds },
          ...options,
        },
        truncatedListSchema,
      ),
  };
}
