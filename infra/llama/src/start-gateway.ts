import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { createClient, type HearthClient } from '@hearth/client';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** What a gateway is to be started with. */
export interface GatewayOptions {
  /** An empty folder for its manifest and its queue. A later gateway with the same folder is the same house. */
  readonly folder: string;
  /** The manifest, in YAML. */
  readonly manifest: string;
}

/** The real gateway, as a process. */
export interface Gateway {
  readonly url: string;
  /** hearth's own API of it. */
  readonly hearth: HearthClient;
  /** Kills it as the kernel would when there is no memory left, and resolves when it is dead. */
  kill(): Promise<void>;
}

/** Starts a gateway from source. Resolves when it is ready; rejects, with what it said, when it ends before that. */
export async function startGateway({ folder, manifest }: GatewayOptions): Promise<Gateway> {
  const declared = join(folder, 'manifest');
  await mkdir(declared, { recursive: true });
  await writeFile(join(declared, 'house.yaml'), manifest);
  const address = `127.0.0.1:${await freePort()}`;
  const places = ['--manifest', declared, '--data', join(folder, 'data'), '--listen', address];
  const main = ['-C', '@hearth/source', 'apps/gateway/src/main.ts'];
  // The channel tells it to end when this process is gone.
  const child = spawn(process.execPath, [...main, ...places], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const dead = once(child, 'exit');
  const lines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) throw new Error('The gateway was started without its output.');
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.includes('ready at ')) resolve();
      });
    }
  });
  const isReady = await Promise.race([ready.then(() => true), dead.then(() => false)]);
  if (!isReady) throw new Error(`The gateway ended before it was ready: ${lines.join('\n')}`);
  const url = `http://${address}`;
  return {
    url,
    hearth: createClient({ url }),
    async kill() {
      child.kill('SIGKILL');
      await dead;
    },
  };
}

/** A port that nobody listened at a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
