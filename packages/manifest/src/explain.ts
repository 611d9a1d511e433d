import type * as v from 'valibot';

import type { Finding } from './problem.ts';
import { unpacked } from './schema/leaf.ts';

/** What a valibot issue says, in hearth's words. */
export function explain(issue: v.BaseIssue<unknown>): Finding {
  const items = issue.path ?? [];
  return {
    path: items.map(({ key }) => (typeof key === 'number' ? key : String(key))),
    at: items.at(-1)?.origin === 'key' ? 'key' : 'value',
    ...unpacked(issue.message),
  };
}
