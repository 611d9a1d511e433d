import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { createClient, type HearthClient } from '@hearth/client';
import { loadManifest } from '@hearth/manifest';
import { temporaryFolder } from '@hearth/test-kit';
import type { Assignment, ClaimAnswer, EndedReport, HeldAttempt } from '@hearth/wire';

import { compose } from './compose.ts';
import { listen } from './listen.ts';

/** A gateway that really listens, over a manifest that is written for the test. */
export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  readonly client: HearthClient;
  /** Its data folder. */
  readonly data: string;
  /** What it has logged so far. */
  readonly lines: readonly string[];
  /** Resolves when it has logged a line that contains `text`, also where that was before. */
  logged(text: string): Promise<string>;
}

/** Classes that every test house has. */
export const CLASSES = `
timezone: Europe/London
classes:
  gpu: { concurrency: 1, memory: 1G, cpu: 100% }
  light: { concurrency: 2, memory: 64M, cpu: 50% }
`;

/** Starts a gateway over the manifest in `yaml`; in a `data` folder that exists, it goes on from there. */
export async function startGateway(yaml: string, data?: string): Promise<TestGateway> {
  const folder = await temporaryFolder();
  const manifestFolder = join(folder.path, 'manifest');
  await mkdir(manifestFolder);
  await writeFile(join(manifestFolder, 'house.yaml'), yaml);
  const loaded = await loadManifest(manifestFolder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const options = {
    manifest: manifestFolder,
    data: data ?? join(folder.path, 'data'),
    host: '127.0.0.1',
    port: await freePort(),
    machines: new Map(),
  };
  const url = `http://127.0.0.1:${options.port}`;
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const gateway = await compose(loaded.manifest, options, url, (line) => {
    lines.push(line);
    for (const wake of waiting) wake();
  });
  const server = await listen(gateway.answer, options);
  await gateway.start();
  return {
    url,
    client: createClient({ url }),
    data: options.data,
    lines,
    logged: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = lines.find((line) => line.includes(text));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      server.stopListening();
      await gateway.close();
      await server.close();
      gateway.letGo();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A port that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

let claims = 0;

/** What a runner says: it serves both classes of {@link CLASSES}, with room for `free` runs of each. */
export function claimAs(
  client: HearthClient,
  about: {
    free?: number;
    running?: HeldAttempt[];
    boot?: string;
    claim?: string;
    sequence?: number;
    instance?: string;
    refused?: Record<string, string>;
  } = {},
  signal?: AbortSignal,
): Promise<ClaimAnswer> {
  claims += 1;
  const free = about.free ?? 1;
  return client.runner.claim(
    'pi',
    {
      claim_id: about.claim ?? `claim-${process.pid}-${claims}`,
      sequence: about.sequence ?? claims,
      boot_id: about.boot ?? 'boot-one-1',
      instance: about.instance ?? 'the-runner',
      free: { gpu: free, light: free },
      refused: about.refused ?? {},
      running: about.running ?? [],
    },
    { signal },
  );
}

/** Claims and expects to be given an attempt. */
export async function claimOne(
  client: HearthClient,
  about: Parameters<typeof claimAs>[1] = {},
): Promise<Assignment> {
  const { attempt } = await claimAs(client, about);
  if (attempt === null) throw new Error('the claim got nothing');
  return attempt;
}

/** An attempt as a runner that holds it lists it. */
export function held({ attempt_id, epoch }: Assignment, stopping = false): HeldAttempt {
  return { attempt_id, epoch, stopping };
}

/** A report of an end; a success of a second, and what the test is about. */
export function end({ epoch }: Assignment, about: Partial<EndedReport> = {}): EndedReport {
  return {
    epoch,
    outcome: 'exited',
    code: 0,
    signal: null,
    evidence: null,
    duration_seconds: 1,
    output_bytes: 0,
    last_output: null,
    ...about,
  };
}
