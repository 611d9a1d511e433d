import * as v from 'valibot';

import type { Notify } from '../types.ts';
import { command } from './command.ts';
import { oneKind } from './one-kind.ts';
import { section } from './section.ts';
import { url } from './urls.ts';

/** Where the house tells its operator what needs a person. */
export const notify: v.GenericSchema<unknown, Notify> = v.pipe(
  section(
    {
      says: 'Where the house tells its operator what needs a person. It is of one kind: `ntfy`, `webhook` or `command`.',
      example: { ntfy: 'https://ntfy.lan/hearth' },
    },
    {
      ntfy: v.optional(
        url({ says: 'The topic of an ntfy server.', example: 'https://ntfy.lan/hearth' }),
      ),
      webhook: v.optional(
        url({ says: 'Gets a POST with JSON.', example: 'https://home.lan/api/webhook/hearth' }),
      ),
      command: v.optional(
        command({
          says:
            'A program that passes the notice on. It finds it on its standard input, as one line of JSON: ' +
            '`{"key": …, "title": …, "message": …}`. The runner starts it, as its own user and not in a scope, ' +
            'and gives it 30 seconds; unless it exits with 0 it is started again within about a minute.',
          example: ['/usr/local/bin/tell-me'],
        }),
      ),
    },
  ),
  oneKind('a notice', ['ntfy', 'webhook', 'command']),
  v.transform(({ ntfy, webhook, command: program }): Notify => {
    if (ntfy !== undefined) return { kind: 'ntfy', url: ntfy };
    if (program !== undefined) return { kind: 'command', command: program };
    return { kind: 'webhook', url: webhook ?? '' };
  }),
);
