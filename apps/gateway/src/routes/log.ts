import { join } from 'node:path';
import { Readable } from 'node:stream';

import type { RunId } from '@hearth/words';
import { isTerminal } from '@hearth/words';

import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';
import { runOf } from './find.ts';
import { readOn } from './read-on.ts';

/** While nothing tells of new output, the file is looked at so often, in milliseconds. */
const LOOK_EVERY = 500;

/**
 * `GET /runs/:id/log?follow=1`: the output of each attempt, the oldest first, a line between two. It only ever grows,
 * so that a follower who comes back can pass over what it has had.
 */
export function log({ runs, attemptsFolder, closing }: RoutesContext): Route {
  return (context) => {
    const { id } = runOf(runs.queue, context.req.param('id'));
    const follow = context.req.query('follow') === '1';
    const signal = AbortSignal.any([closing, context.req.raw.signal]);

    async function* output(run: RunId): AsyncGenerator<Uint8Array> {
      const read = new Map<string, number>();
      let last: string | null = null;
      for (;;) {
        const now = runs.queue.run(run);
        if (now === null) return;
        // Taken before the files are read, so that what was written before the end is read after it.
        const over = isTerminal(now.state);
        for (const attempt of now.attempts) {
          if (attempt.startedAt === null && attempt.endedAt === null) continue;
          const file = join(attemptsFolder, attempt.id, 'output');
          for await (const chunk of readOn(file, read.get(attempt.id) ?? 0)) {
            if (last !== null && last !== attempt.id) yield separator(attempt.epoch);
            last = attempt.id;
            read.set(attempt.id, (read.get(attempt.id) ?? 0) + chunk.byteLength);
            yield chunk;
          }
        }
        if (over || !follow || signal.aborted) return;
        await runs.bell.next(LOOK_EVERY, signal);
      }
    }

    const body = Readable.toWeb(Readable.from(output(id), { objectMode: false }));
    return context.body(body as ReadableStream, 200, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  };
}

function separator(attempt: number): Uint8Array {
  return Buffer.from(`\n--- attempt ${attempt} ---\n`);
}
