import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

import { readManifest, type Manifest } from '@hearth/manifest';
import { openQueue, type Call, type Queue } from '@hearth/queue';
import { startMachine, temporaryFolder, type Machine, type MachineOptions } from '@hearth/test-kit';
import { instant, name, seconds, type MachineName } from '@hearth/words';
import { onTestFinished } from 'vitest';

import type { AttemptCaller } from '../http/caller.ts';
import { createDoor, type Door, type DoorOptions } from './door.ts';

/** A gateway's calling half in front of one simulated machine, with a real queue and a real server. */
export interface TestGateway {
  readonly url: string;
  readonly machine: Machine;
  readonly door: Door;
  readonly queue: Queue;
  /** Resolves when the log has a line with these words. */
  readonly logged: (words: string) => Promise<void>;
  /** Posts JSON to a path of it. */
  readonly post: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ) => Promise<Response>;
  /** Resolves when every call's record has been ended. */
  readonly settled: () => Promise<void>;
}

/** What a test wants of its gateway. */
export interface GatewayOptions {
  readonly machine?: MachineOptions;
  /** Another machine than one that is started here. */
  readonly running?: Machine;
  /** Another URL of the machine `box` than that of the simulated one. */
  readonly at?: string;
  /** The manifest beside the machine `box`, in YAML. */
  readonly yaml?: string;
  /** Under the machine `box`, in YAML, indented by four spaces. */
  readonly box?: string;
  readonly folder?: string;
  readonly attempts?: ReadonlyMap<string, AttemptCaller>;
  readonly door?: Partial<DoorOptions>;
}

/** Starts a gateway for one test; everything ends with it. */
export async function startGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const machine = options.running ?? (await startMachine(options.machine));
  if (options.running === undefined) onTestFinished(() => machine.close());
  const manifest = manifestOf(options, options.at ?? machine.url);
  const folder = options.folder ?? (await ownFolder());
  const opened = openQueue({ folder, now: instant(Date.now()), durability: 'normal' });
  if (!opened.ok) throw new Error(opened.problem.message);
  const bell = new EventEmitter();
  const queue: Queue = {
    ...opened.queue,
    endCall(call) {
      const isNew = opened.queue.endCall(call);
      process.nextTick(() => bell.emit('ended'));
      return isNew;
    },
  };
  const lines: string[] = [];
  const door = createDoor({
    manifest,
    machineUrls: new Map([...manifest.machines].map(([key, { url }]) => [key, url])),
    queue,
    identities: {
      manifest,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      attempt: (key) => options.attempts?.get(key) ?? null,
    },
    now: () => instant(Date.now()),
    monotonic: () => seconds(performance.now() / 1000),
    random: () => 0.5,
    log(line) {
      lines.push(line);
      bell.emit('logged');
    },
    changed: () => undefined,
    ...options.door,
  });
  const url = await listen(door);
  onTestFinished(async () => {
    await door.close(seconds(0));
    queue.close();
  });
  return {
    url,
    machine,
    door,
    // Like the routes: what is only noted is written before it is read.
    queue: {
      ...queue,
      calls(query) {
        door.flush();
        return queue.calls(query);
      },
    },
    async logged(words) {
      while (!lines.some((line) => line.includes(words))) await once(bell, 'logged');
    },
    post: (path, body, headers = {}, signal) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal !== undefined && { signal }),
      }),
    async settled() {
      while (openCalls(door) > 0) await once(bell, 'ended');
      door.flush();
    },
  };
}

/** The newest records, once this turn of the event loop is over. */
export async function recorded(queue: Queue, limit: number): Promise<readonly Call[]> {
  await setImmediate();
  return queue.calls({ limit }).calls;
}

function openCalls(door: Door): number {
  const { waiting, running, draining } = door.counts();
  return waiting + running + draining;
}

/** The machine of the tests. */
export const BOX: MachineName = name('box');

/** A chat with one word of the user's. */
export function chatOf(content: string, more: object = {}): object {
  return { model: 'tiny', messages: [{ role: 'user', content }], ...more };
}

/** `sha256:…` of a key, as the manifest has it. */
export function hashed(key: string): string {
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

function manifestOf({ yaml = '', box = '' }: GatewayOptions, url: string): Manifest {
  const text = `timezone: Europe/London\nmachines:\n  box:\n    url: ${url}\n${box}\n${yaml}`;
  const loaded = readManifest([{ file: 'house.yaml', text }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded));
  return loaded.manifest;
}

async function ownFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

async function listen({ answer }: Door): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
