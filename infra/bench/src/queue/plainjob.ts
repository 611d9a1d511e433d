import { join } from 'node:path';

import type { Durability } from '@hearth/queue';

import { peer } from '../peers.ts';
import type { Contender, Work } from './contender.ts';
import { connect, type Connection } from './sqlite.ts';

/** The part of plainjob that is measured. */
interface Plainjob {
  better(db: Connection): unknown;
  defineQueue(options: { connection: unknown; logger: Logger }): PlainQueue;
  defineWorker(
    type: string,
    work: () => void,
    options: { queue: PlainQueue; logger: Logger; onCompleted: () => void },
  ): { start(): Promise<void>; stop(): Promise<void> };
}

interface PlainQueue {
  add(type: string, data: unknown): unknown;
  addMany(type: string, data: unknown[]): unknown;
  getAndMarkJobAsProcessing(type: string): { id: number } | undefined;
  getJobById(id: number): { data: string } | undefined;
  markJobAsDone(id: number): unknown;
  close(): void;
}

type Logger = Record<'error' | 'warn' | 'info' | 'debug', (message: string) => void>;

const TYPE = 'bench';

/**
 * plainjob, which sets `synchronous` to NORMAL by itself; with `full` it is made to sync each commit. `by` its worker,
 * as its users run it, or by the same calls in a bare loop, which spares it a look for scheduled jobs each time.
 */
export function plainjob(durability: Durability, by: 'worker' | 'calls'): Contender {
  const library = peer<Plainjob>('plainjob');
  let queue: PlainQueue | null = null;
  function opened(): PlainQueue {
    if (queue === null) throw new Error('The queue has not been filled.');
    return queue;
  }
  return {
    fill: (folder, ready) => {
      const db = connect(join(folder, 'plainjob.db'));
      queue = library.defineQueue({ connection: library.better(db), logger });
      db.pragma(`synchronous = ${durability}`);
      queue.addMany(
        TYPE,
        Array.from({ length: ready }, (_, n) => ({ n })),
      );
    },
    drills: {
      complete: (runs, done) =>
        by === 'calls' ? complete(opened())(runs, done) : work(library, opened())(runs, done),
      add: (runs, done) => {
        for (let n = 0; n < runs; n += 1) {
          opened().add(TYPE, { n });
          done();
        }
      },
    },
    elsewhere: () => 0,
    close: () => queue?.close(),
  };
}

function complete(queue: PlainQueue): Work {
  return (runs, done) => {
    for (let run = 0; run < runs; run += 1) {
      const claimed = queue.getAndMarkJobAsProcessing(TYPE);
      const job = claimed === undefined ? undefined : queue.getJobById(claimed.id);
      if (claimed === undefined || job === undefined) throw new Error('plainjob has no job left.');
      JSON.parse(job.data);
      queue.markJobAsDone(claimed.id);
      done();
    }
  };
}

function work(library: Plainjob, queue: PlainQueue): Work {
  return async (runs, done) => {
    let left = runs;
    const worker = library.defineWorker(TYPE, () => undefined, {
      queue,
      logger,
      onCompleted: () => {
        done();
        left -= 1;
        if (left === 0) stopped = worker.stop();
      },
    });
    let stopped = Promise.resolve();
    await worker.start();
    await stopped;
  };
}

const logger: Logger = {
  error: (message) => {
    throw new Error(`plainjob: ${message}`);
  },
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
};
