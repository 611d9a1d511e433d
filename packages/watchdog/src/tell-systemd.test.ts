import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type Service, tellSystemd } from './tell-systemd.ts';

const hasSystemdNotify = (() => {
  try {
    execFileSync('systemd-notify', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

/** Stands where systemd would: prints what arrives at its socket, a line for each message. */
const LISTENER = `use IO::Socket::UNIX; use Socket; $| = 1;
my $in = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]) or die; print "listening\\n";
while (defined $in->recv(my $said, 4096)) { print $said =~ s/\\n/ /gr, "\\n" unless $said =~ /^BARRIER/ }`;

let folder: string;
let socket: string;
let service: Service | undefined;
const said: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  socket = join(folder, 'notify');
  said.length = 0;
});
afterEach(async () => {
  service?.close();
  await rm(folder, { recursive: true });
});

/** What a service finds in its environment when systemd watches it that closely. */
const environment = (seconds?: number) => ({
  PATH: process.env['PATH'],
  NOTIFY_SOCKET: socket,
  ...(seconds === undefined ? {} : { WATCHDOG_USEC: String(seconds * 1e6) }),
});

/** The messages to systemd, in their order, until nobody asks for more. */
async function* messages(): AsyncGenerator<string> {
  const listener = spawn('perl', ['-e', LISTENER, socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    yield* createInterface(listener.stdout);
  } finally {
    listener.kill();
    await once(listener, 'exit');
  }
}

describe.skipIf(!hasSystemdNotify)(
  `with systemd-notify${hasSystemdNotify ? '' : ' (skipped: there is none)'}`,
  () => {
    test('says that it is ready, and goes on saying that it lives', async () => {
      const heard: string[] = [];
      for await (const message of messages()) {
        heard.push(message);
        if (message === 'listening') {
          service = tellSystemd(environment(0.3), (line) => said.push(line));
          await service.ready();
        }
        if (heard.length === 4) break;
      }
      expect(heard).toEqual(['listening', 'READY=1', 'WATCHDOG=1', 'WATCHDOG=1']);
      expect(said).toEqual([]);
    });

    test('says nothing while something is wrong, and what it is in the log', async () => {
      const heard: string[] = [];
      const fault = (): string | null => (said.length < 2 ? 'the loop stands still' : null);
      for await (const message of messages()) {
        heard.push(message);
        if (message === 'listening') {
          service = tellSystemd(environment(0.3), (line) => said.push(line));
          await service.ready(fault);
        }
        if (message === 'WATCHDOG=1') break;
      }
      expect(heard).toEqual(['listening', 'READY=1', 'WATCHDOG=1']);
      const words =
        'the loop stands still: systemd is not told that this lives, and will restart it if it stays so';
      expect(said).toEqual([words, words]);
    });

    test('says aloud that a message did not get through', async () => {
      service = tellSystemd(environment(), (line) => said.push(line));
      await service.ready();
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(
        /^SYSTEMD WAS NOT TOLD READY=1, and will take the start for failed: /,
      );
    });
  },
);

test('does nothing where no systemd asked for it', async () => {
  const alone = { PATH: '/nowhere', WATCHDOG_USEC: '1000' };
  service = tellSystemd(alone, (line) => said.push(line));
  await service.ready(() => {
    throw new Error('nobody is to ask');
  });
  expect(said).toEqual([]);
});

test('says aloud that there is no systemd-notify', async () => {
  service = tellSystemd({ ...environment(), PATH: folder }, (line) => said.push(line));
  await service.ready();
  expect(said).toEqual([
    'SYSTEMD WAS NOT TOLD READY=1, and will take the start for failed: spawn systemd-notify ENOENT',
  ]);
});
