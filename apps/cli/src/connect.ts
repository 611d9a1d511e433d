import { createClient, type HearthClient } from '@hearth/client';

import { Problem } from './problem.ts';

/** Which gateway, and who asks. */
export interface GatewayOptions {
  readonly url: string;
  readonly key?: string | undefined;
}

/** A client of the gateway that the options name. */
export function connect({ url, key }: GatewayOptions): HearthClient {
  try {
    return createClient({ url, key: key === '' ? undefined : key });
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(error.message, null, 2);
    throw error;
  }
}
