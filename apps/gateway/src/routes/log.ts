import { join } from 'node:path';
import { Readable } from 'node:stream';

import type { RunId } from '@hearth/words';
import { isTerminal } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import type { RoutesContext } from './context.ts';
import { runOf } from './find.ts';
import { gapOf, readFault, readOn } from './read-on.ts';

/** While nothing tells of new output, the file is looked at so often, in milliseconds. */
const LOOK_EVERY = 500;

/**
 * `GET /runs/:id/log?follow=1`: the output of each attempt, the oldest first, a line between two, and one where output
 * was dropped because there was too much. It only ever grows, so that a follower who comes back can pass over what it
 * has had; up to what has been dropped since, whose place in the answer `X-Hearth-Gap-At` tells.
 */
export function log({ runs, attemptsFolder, closing }: RoutesContext): Route {
  return async (context) => {
    const { id, attempts } = runOf(runs.queue, context.req.param('id'));
    const folders = attempts.map((one) => join(attemptsFolder, one.id));
    await refuseUnreadable(folders);
    const gapAt = await firstGap(folders);
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
          const folder = join(attemptsFolder, attempt.id);
          for await (const { bytes, next } of readOn(folder, read.get(attempt.id) ?? 0)) {
            if (last !== null && last !== attempt.id) yield separator(attempt.epoch);
            last = attempt.id;
            read.set(attempt.id, next);
            yield bytes;
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
      ...(gapAt === null ? {} : { 'x-hearth-gap-at': String(gapAt) }),
    });
  };
}

/** Throws an {@link ApiError} where an output cannot be read: once the answer has begun it could only break off. */
async function refuseUnreadable(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const fault = await readFault(folder);
    if (fault === null) continue;
    throw new ApiError(
      'internal',
      `the gateway cannot read ${join(folder, 'output')} (${fault})`,
      "it reads what the runner writes by its group: both services need the same one, as hearth's own units have",
    );
  }
}

/** How far an answer goes before the first gap in it; null where there is none. Gaps come in an attempt that is large, seldom in a later one. */
async function firstGap(folders: readonly string[]): Promise<number | null> {
  for (const [index, folder] of folders.entries()) {
    const gap = await gapOf(folder);
    // After an earlier attempt the whole answer is given again: to know its length all of it would have to be read.
    if (gap !== null) return index === 0 ? gap.from : 0;
  }
  return null;
}

function separator(attempt: number): Uint8Array {
  return Buffer.from(`\n--- attempt ${attempt} ---\n`);
}
