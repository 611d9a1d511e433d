import ky from 'ky';

import { pathOf, type Transport } from './send.ts';

/** What {@link overFetch} needs. */
export interface FetchOptions {
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch | undefined;
}

/** Requests by `fetch`, whose answers can be read as they come. */
export function overFetch({ url, key, fetch }: FetchOptions): Transport<Response> {
  const api = ky.create({
    prefix: `${url}/hearth/v1`,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'manual',
    ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
  return (request, signal) => {
    const { method, query, body } = request;
    return api(pathOf(request), {
      method,
      signal,
      ...(query === undefined ? {} : { searchParams: query }),
      ...(body === undefined ? {} : { json: body }),
    });
  };
}
