import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createClient, HearthError, type HearthClient } from '@hearth/client';

import { Program } from './program.ts';

const JOB = fileURLToPath(new URL('job.sh', import.meta.url));

/** How much chaos. */
export interface ChaosOptions {
  /** An empty folder. */
  readonly folder: string;
  /** How often one of the two programs is killed. */
  readonly kills: number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
}

/** What was found afterwards. */
export interface ChaosReport {
  readonly kills: { readonly gateway: number; readonly runner: number };
  /** Runs whose enqueueing was acknowledged. */
  readonly acknowledged: number;
  readonly succeeded: number;
  /** Acknowledged runs that are not there any more, or did not succeed. */
  readonly lost: readonly string[];
  /** Runs of which two attempts were seen at once. */
  readonly overlaps: readonly string[];
  /** Runs that did their work more or less often than once. */
  readonly repeated: readonly string[];
  /** What SQLite says of the file. */
  readonly integrity: string;
}

/**
 * Runs a house under load, kills its gateway and its runner at random moments, lets it come to rest, and looks at what
 * is left. The jobs themselves are never killed: each must have done its work exactly once.
 */
export async function chaos({ folder, kills, random, log }: ChaosOptions): Promise<ChaosReport> {
  const ledger = join(folder, 'ledger');
  await mkdir(ledger);
  await writeFile(join(ledger, 'log'), '');
  await mkdir(join(folder, 'manifest'));
  await writeFile(join(folder, 'manifest', 'house.yaml'), manifest(ledger));
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = ['--manifest', join(folder, 'manifest'), '--data', data];
  const gateway = new Program('gateway', [...flags, '--listen', `127.0.0.1:${port}`], /ready at/);
  const runner = new Program(
    'runner',
    [...flags, '--url', url, '--plain', '--name', 'pi'],
    /serves/,
  );
  await gateway.start();
  await runner.start();

  const client = createClient({ url });
  const load = new Load(client);
  const loading = load.run();
  const killed = { gateway: 0, runner: 0 };
  for (let kill = 1; kill <= kills; kill++) {
    await rest(50 + random() * 700);
    const which = random() < 0.5 ? 'gateway' : 'runner';
    killed[which] += 1;
    const program = which === 'gateway' ? gateway : runner;
    await program.kill();
    await program.start();
    if (kill % 10 === 0) log(`${kill} kills, ${load.acknowledged.size} runs acknowledged`);
  }
  load.stop();
  await loading;
  log(`${load.acknowledged.size} runs were acknowledged; waiting for the last of them`);
  const states = await settled(client, load.acknowledged);
  await runner.stop();
  await gateway.stop();
  return {
    kills: killed,
    acknowledged: load.acknowledged.size,
    succeeded: [...states.values()].filter((state) => state === 'succeeded').length,
    lost: [...states]
      .filter(([, state]) => state !== 'succeeded')
      .map(([id, state]) => `${id}: ${state}`),
    ...(await readLedger(ledger, load.acknowledged)),
    integrity: integrity(join(data, 'hearth.db')),
  };
}

/** Enqueues runs for as long as it is not stopped, whether the gateway is there or not. */
class Load {
  readonly acknowledged = new Set<number>();
  readonly #client: HearthClient;
  #stopped = false;
  #sent = 0;

  constructor(client: HearthClient) {
    this.#client = client;
  }

  stop(): void {
    this.#stopped = true;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      const key = `request-${this.#sent++}`;
      await this.#untilAcknowledged(key);
      await rest(30);
    }
  }

  /** The key makes it safe to ask again after an answer that was lost. */
  async #untilAcknowledged(key: string): Promise<void> {
    for (;;) {
      try {
        const { run } = await this.#client.runs.enqueue({ job: `job-${this.#sent % 12}`, key });
        this.acknowledged.add(run.id);
        return;
      } catch (error) {
        if (!(error instanceof HearthError)) throw error;
        await rest(20);
      }
    }
  }
}

/** Asks until each run is over; answers what became of it. */
async function settled(
  client: HearthClient,
  ids: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const states = new Map<number, string>();
  const over = new Set(['succeeded', 'dead', 'cancelled', 'skipped']);
  for (const id of ids) {
    for (;;) {
      const state = await client.runs.show(id).then(
        (run) => run.state,
        (error: unknown) => {
          if (error instanceof HearthError && error.status === 404) return 'missing';
          throw error;
        },
      );
      states.set(id, state);
      if (state === 'missing' || over.has(state)) break;
      await rest(50);
    }
  }
  return states;
}

async function readLedger(
  ledger: string,
  acknowledged: ReadonlySet<number>,
): Promise<Pick<ChaosReport, 'overlaps' | 'repeated'>> {
  const lines = (await readFile(join(ledger, 'log'), 'utf8')).trim().split('\n');
  const done = Map.groupBy(
    lines.filter((line) => line.startsWith('end ')),
    (line) => line.slice(4),
  );
  return {
    overlaps: lines.filter((line) => line.startsWith('overlap ')).map((line) => line.slice(8)),
    repeated: [...acknowledged]
      .map(String)
      .filter((id) => done.get(id)?.length !== 1)
      .map((id) => `${id}: ${done.get(id)?.length ?? 0} times`),
  };
}

function integrity(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare('pragma integrity_check').all();
    return rows.map((row) => String(Object.values(row)[0])).join('; ');
  } finally {
    database.close();
  }
}

function manifest(ledger: string): string {
  const jobs = Array.from(
    { length: 12 },
    (_, index) =>
      `  job-${index}: { class: ${index % 3 === 0 ? 'gpu' : 'light'}, command: ["${JOB}"], timeout: 1m, ` +
      `retry: { attempts: 3, backoff: 50ms }, environment: { CHAOS_LEDGER: "${ledger}" } }`,
  );
  return `timezone: UTC
classes:
  gpu: { concurrency: 2, memory: 64M, cpu: 100% }
  light: { concurrency: 6, memory: 64M, cpu: 100% }
jobs:
${jobs.join('\n')}
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
