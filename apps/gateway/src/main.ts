/**
 * The gateway: the one process that opens the queue, schedules runs, gives them to runners, and is the door to the model.
 * `hearth gateway` calls {@link main}; `hearth up` starts this file as a process of its own.
 *
 * @module
 */
import { resolve } from 'node:path';
import process from 'node:process';

import type { Manifest } from '@hearth/manifest';
import { tellSystemd } from '@hearth/watchdog';

import { compose } from './compose.ts';
import { isLoopback } from './http/guard.ts';
import { listen } from './listen.ts';
import { readOptions, type Options } from './options.ts';
import { readManifest } from './read-manifest.ts';
import { Refusal } from './refusal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a gateway until it is told to end. Resolves to the exit code: 0 done, 1 it failed, 2 wrong use. */
export async function main(
  argv: readonly string[],
  env: Environment = process.env,
): Promise<number> {
  const parsed = readOptions(argv, env);
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.text);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    process.stderr.write(`hearth gateway: ${parsed.message}\nSee "hearth gateway --help".\n`);
    return 2;
  }
  try {
    await work(parsed.options, env);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`hearth gateway: ${error.message}\n`);
    return 1;
  }
}

async function work(given: Options, env: Environment): Promise<void> {
  // A log that nobody reads any more must not be the end of the gateway.
  process.stdout.on('error', () => {});
  const told = untilTold();
  const options = { ...given, manifest: resolve(given.manifest), data: resolve(given.data) };
  const manifest = await declared(options);
  const url = `http://${urlHost(options.host)}:${options.port}`;
  const gateway = await compose(manifest, options, url, log);
  const server = await listen(gateway.answer, options).catch(async (error: unknown) => {
    await gateway.close();
    gateway.letGo();
    throw error;
  });
  await gateway.start();
  log(`ready at ${url}`);
  const service = tellSystemd(env, log);
  await service.ready(() => gateway.fault());
  await told;
  log('told to end: nothing new is taken, calls that run may end');
  server.stopListening();
  await gateway.close();
  await server.close();
  gateway.letGo();
  service.close();
  // Listening to its parent would keep the process alive.
  if (process.connected) process.disconnect?.();
}

async function declared({ manifest: folder, host }: Options): Promise<Manifest> {
  const manifest = await readManifest(folder, log);
  const isLocal = host === 'localhost' || isLoopback(host);
  if (!isLocal && manifest.consumers.size === 0) {
    throw new Refusal(
      `--listen ${host} would let the whole network in without a key: declare consumers first ` +
        '(hearth key new NAME makes a key), or listen on 127.0.0.1',
    );
  }
  return manifest;
}

/** The host by which programs on this machine reach the gateway. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Resolves when a signal, or the end of the process that started this one with a channel to it, says so. */
async function untilTold(): Promise<void> {
  await new Promise<void>((told) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => told());
    if (process.connected) process.once('disconnect', () => told());
  });
}

function log(line: string): void {
  process.stdout.write(`gateway: ${line}\n`);
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
