import { join } from 'node:path';

import type { Backup } from '@hearth/wire';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';

/** So many copies are kept; the oldest ones go. */
const KEEP = 7;

/** `POST /backup`: a checked copy of the queue, made while it runs, in `backups` beside it. */
export function backup({ runs, dataFolder }: RoutesContext): Route {
  return async (context) => {
    const made = await runs.queue.backup({
      folder: join(dataFolder, 'backups'),
      keep: KEEP,
      now: runs.now(),
    });
    if (!made.ok) throw new ApiError('internal', made.problem.message, made.problem.hint);
    runs.log(`the queue was copied to ${made.file}`);
    return context.json({ path: made.file, bytes: made.bytes } satisfies Backup);
  };
}
