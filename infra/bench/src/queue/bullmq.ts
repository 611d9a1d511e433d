import { peer } from '../peers.ts';
import type { Contender, Work } from './contender.ts';
import { redisVersion, startRedis, type Keeping, type Redis } from './redis.ts';

/** The part of BullMQ that is measured. */
interface Bullmq {
  readonly Queue: new (name: string, options: { connection: Address }) => BullQueue;
  readonly Worker: new (
    name: string,
    work: () => Promise<void>,
    options: { connection: Address; concurrency: number },
  ) => BullWorker;
}

interface BullQueue {
  add(name: string, data: unknown): Promise<unknown>;
  addBulk(jobs: { name: string; data: unknown }[]): Promise<unknown>;
  close(): Promise<void>;
}

interface BullWorker {
  on(event: 'completed', listener: () => void): unknown;
  on(event: 'error' | 'failed', listener: (...reasons: unknown[]) => void): unknown;
  close(): Promise<void>;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

interface Store {
  readonly redis: Redis;
  readonly queue: BullQueue;
  readonly connection: Address;
}

const NAME = 'bench';

/**
 * BullMQ with a Redis of its own, by TCP on this machine. Its worker asks for the next job in the same script that
 * completes the one before, which is as fast as it gets with one at a time.
 */
export function bullmq(keeping: Keeping): Contender {
  redisVersion();
  const library = peer<Bullmq>('bullmq');
  let store: Store | null = null;
  function opened(): Store {
    if (store === null) throw new Error('The queue has not been filled.');
    return store;
  }
  async function close(): Promise<void> {
    await store?.queue.close();
    await store?.redis.stop();
    store = null;
  }
  return {
    fill: async (folder, ready) => {
      const redis = await startRedis(folder, keeping);
      const connection = { host: '127.0.0.1', port: redis.port };
      store = { redis, connection, queue: new library.Queue(NAME, { connection }) };
      const jobs = Array.from({ length: ready }, (_, n) => ({ name: NAME, data: { n } }));
      if (jobs.length > 0) await store.queue.addBulk(jobs);
    },
    drills: {
      complete: (runs, done) => work(library, opened())(runs, done),
      add: async (runs, done) => {
        const { queue } = opened();
        for (let n = 0; n < runs; n += 1) {
          await queue.add(NAME, { n });
          done();
        }
      },
    },
    elsewhere: () => store?.redis.processor() ?? 0,
    close,
  };
}

function work(library: Bullmq, { connection }: Store): Work {
  return async (runs, done) => {
    const worker = new library.Worker(NAME, () => Promise.resolve(), {
      connection,
      concurrency: 1,
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let left = runs;
    worker.on('completed', () => {
      done();
      left -= 1;
      if (left === 0) resolve();
    });
    worker.on('failed', reject);
    worker.on('error', reject);
    await promise;
    await worker.close();
  };
}
