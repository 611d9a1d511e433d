import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { freePort } from '../free-port.ts';
import { processorSeconds } from '../processor-seconds.ts';
import { Unavailable } from '../unavailable.ts';

/** How Redis keeps what it was told: snapshots only, as it comes; a log synced each second; a log synced each time. */
export type Keeping = 'snapshots' | 'each-second' | 'always';

/** A Redis server of our own. */
export interface Redis {
  readonly port: number;
  /** Processor seconds it has spent so far. */
  processor(): number;
  stop(): Promise<void>;
}

const LOG: Readonly<Record<Keeping, readonly string[]>> = {
  snapshots: ['--appendonly', 'no'],
  'each-second': ['--appendonly', 'yes', '--appendfsync', 'everysec'],
  always: ['--appendonly', 'yes', '--appendfsync', 'always'],
};

/** The version of the Redis on this machine. Throws {@link Unavailable} where there is none. */
export function redisVersion(): string {
  const { error, stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) {
    throw new Unavailable('redis-server is not installed (apt-get install redis-server)');
  }
  return /v=(\S+)/.exec(stdout)?.[1] ?? 'of an unknown version';
}

/** Starts a Redis with its own defaults but for the log, on a free port of this machine, its files in `folder`. */
export async function startRedis(folder: string, keeping: Keeping): Promise<Redis> {
  const port = await freePort();
  const place = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder];
  const server = spawn('redis-server', [...place, ...LOG[keeping]], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whatever ends this process must not leave the server behind.
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  await isReady(server);
  return {
    port,
    processor: () => processorSeconds(server.pid),
    stop: async () => {
      process.removeListener('exit', kill);
      const gone = once(server, 'exit');
      kill();
      await gone;
    },
  };
}

async function isReady(server: ChildProcess): Promise<void> {
  if (server.stdout === null) throw new Error('Redis was started without its output.');
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes('Ready to accept connections')) {
      server.stdout.resume();
      return;
    }
  }
  throw new Error('redis-server ended before it was ready.');
}
