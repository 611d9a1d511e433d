import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { assemble, type Bundle } from './assemble.ts';
import { command } from './command.ts';
import { arm64Emulator } from './emulator.test.helper.ts';

const found = await arm64Emulator().catch((error: unknown) => String(error));
const why = typeof found === 'string' ? found : null;

describe.skipIf(why !== null)(
  `the arm64 gateway${why === null ? '' : ` (skipped: ${why})`}`,
  () => {
    let place: string;
    let bundle: Bundle;
    let node: string;
    let gateway: ChildProcess | undefined;

    beforeAll(async () => {
      place = await mkdtemp(join(tmpdir(), 'hearth-test-'));
      bundle = await assemble('gateway', 'arm64', place);
      // What Node starts with its own path, it starts in the emulator too.
      node = join(place, 'node');
      const line = [...(found as readonly string[]), join(bundle.folder, 'node')];
      const self = `data:text/javascript,process.execPath='${node}'`;
      await writeFile(node, `#!/bin/sh\nexec ${line.join(' ')} --import "${self}" "$@"\n`, {
        mode: 0o755,
      });
    });
    afterAll(async () => {
      gateway?.kill();
      if (gateway !== undefined) await once(gateway, 'exit');
      await rm(place, { recursive: true });
    });

    test('runs its own Node', async () => {
      const words = ['-p', 'process.arch + process.version'];
      expect(await command(place, [node, ...words])).toBe(`arm64${process.version}\n`);
    });

    test('opens its queue, takes work, and ends in good order', async () => {
      await mkdir(join(place, 'manifest'));
      await writeFile(join(place, 'manifest', 'house.yaml'), 'timezone: Europe/London\n');
      const port = await freePort();
      const folders = ['--manifest', join(place, 'manifest'), '--data', join(place, 'data')];
      const words = [join(bundle.folder, 'app/bin/hearth-gateway.js'), ...folders];
      const child = spawn(node, [...words, '--listen', `127.0.0.1:${port}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      gateway = child;
      for await (const line of createInterface(child.stdout)) if (line.includes('ready at')) break;
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(await answer.text()).toBe('ready\n');
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      gateway = undefined;
    });
  },
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
