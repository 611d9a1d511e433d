import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from '../free-port.ts';
import { startNode, type NodeProcess, type Program } from '../node-process.ts';
import { peerFile } from '../peers.ts';
import type { Where } from './caller.ts';
import { readUnit, type UnitStart } from './unit.ts';

/** Who stands between a caller and the machine. */
export type Key = 'hearth' | 'hearthSource' | 'llmQueue' | 'portkey';

/** A gateway that serves. */
export interface Served extends Where, AsyncDisposable {
  readonly process: NodeProcess;
}

/** How a contender is started. */
interface Entry {
  readonly name: string;
  /** How it was started, for whoever reads of it. */
  readonly terms: string;
  readonly program: (place: Place) => Pick<Program, 'command' | 'env' | 'ready'>;
  readonly headers: (place: Place) => Readonly<Record<string, string>>;
}

interface Place {
  readonly port: number;
  readonly machineUrl: string;
  /** A folder of its own. */
  readonly folder: string;
}

const ROOT = new URL('../../../../', import.meta.url);
const GATEWAY = new URL('.', import.meta.resolve('@hearth/gateway/package.json'));
/** As the unit runs the gateway. */
const UNIT = readUnit(readFileSync(new URL('infra/systemd/hearth-gateway.service', ROOT), 'utf8'));

/** All that are measured. */
export const CONTENDERS: Readonly<Record<Key, Entry>> = {
  hearth: {
    name: 'hearth',
    terms: 'built, as its unit runs it',
    program: hearth(UNIT, fileURLToPath(new URL('dist/main.js', GATEWAY))),
    headers: () => ({}),
  },
  hearthSource: {
    name: 'hearth, from source',
    terms: "V8's defaults",
    program: hearth(
      { flags: ['-C', '@hearth/source'], env: {} },
      fileURLToPath(new URL('src/main.ts', GATEWAY)),
    ),
    headers: () => ({}),
  },
  llmQueue: {
    name: 'llm-queue',
    terms: "V8's defaults",
    program: ({ port, machineUrl }) => ({
      command: [peerFile('llm-queue', 'dist/cli.js'), 'serve'],
      env: { OLLAMA_URL: machineUrl, OLLAMA_MODEL: 'tiny', HOST: '127.0.0.1', PORT: `${port}` },
      ready: /service on/,
    }),
    headers: () => ({}),
  },
  portkey: {
    name: 'Portkey',
    terms: "V8's defaults",
    program: ({ port }) => ({
      command: [
        peerFile('@portkey-ai/gateway', 'build/start-server.js'),
        `--port=${port}`,
        '--headless',
      ],
      // In production it keeps no log for its own page.
      env: { NODE_ENV: 'production' },
      ready: /Ready for connections/,
    }),
    headers: ({ machineUrl }) => ({
      authorization: 'Bearer none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${machineUrl}/v1`,
    }),
  },
};

/** Builds hearth's gateway and all that it needs. Throws what the compiler says where that fails. */
export function buildGateway(): void {
  const compiler = fileURLToPath(new URL('node_modules/.bin/tsc', ROOT));
  const { status, error, stdout } = spawnSync(compiler, ['-b', fileURLToPath(GATEWAY)], {
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new Error(`The gateway could not be built:\n${error?.message ?? stdout.trim()}`);
}

/**
 * Starts a contender in front of a machine. It keeps its files in `folder`, and goes on from those that are there.
 * Throws `Unavailable` where it cannot be had on this machine.
 */
export async function serve(
  key: Key,
  machineUrl: string,
  folder: string,
  how: Pick<Program, 'inspected' | 'node'> = {},
): Promise<Served> {
  const { name, program, headers } = CONTENDERS[key];
  const port = await freePort();
  const place = { port, machineUrl, folder };
  const process = await startNode({ name, ...how, ...program(place) });
  return {
    url: `http://127.0.0.1:${port}`,
    headers: headers(place),
    process,
    [Symbol.asyncDispose]: async () => process.stop(),
  };
}

function hearth({ flags: own, env }: UnitStart, file: string): Entry['program'] {
  return ({ port, machineUrl, folder }) => {
    const manifest = join(folder, 'manifest');
    mkdirSync(manifest, { recursive: true });
    writeFileSync(join(manifest, 'house.yaml'), house(new Date()));
    const flags = {
      manifest,
      data: join(folder, 'data'),
      listen: `127.0.0.1:${port}`,
      machine: `box=${machineUrl}`,
    };
    return {
      command: [...own, file, ...Object.entries(flags).flatMap(([flag, is]) => [`--${flag}`, is])],
      env,
      ready: /ready at/,
    };
  };
}

/** A house with one machine, and a budget that nobody can use up and that does not begin anew while it is looked at. */
function house(now: Date): string {
  const isDaytime = now.getUTCHours() >= 1 && now.getUTCHours() < 23;
  return `
timezone: ${isDaytime ? 'Etc/UTC' : 'Etc/GMT-12'}
machines:
  box: { url: "http://127.0.0.1:9" }
budgets:
  crowd: { gpu_time: 20h, per: day }
`;
}
