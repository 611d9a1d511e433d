import { remark, say, type Io } from '../io.ts';
import { load } from '../load.ts';
import { freeAddress, readAddress, showAddress, type Address } from '../up/address.ts';
import { banner } from '../up/banner.ts';
import type { Child } from '../up/child.ts';
import { Household, mourn } from '../up/household.ts';
import { findModelServers } from '../up/model-server.ts';
import { places, prepareData, type Places } from '../up/places.ts';
import { listenForSignals } from '../up/told.ts';

/** What the command line says; an empty text is the example house, or its data folder. */
export interface UpOptions {
  readonly manifest: string;
  readonly data: string;
  readonly listen: string;
  readonly scopes?: boolean | undefined;
}

/**
 * `hearth up`: the gateway and a runner in one terminal. Ctrl-C stops the jobs, then the gateway; a second one kills
 * all. When one program ends that nobody told to, the others are ended too, and it is 1.
 */
export async function up(io: Io, options: UpOptions): Promise<number> {
  const wanted = readAddress(options.listen);
  const where = places(options);
  const loaded = await load(io, where.manifest);
  if (loaded === null) return 1;
  await prepareData(where.data);
  const address = await freeAddress(wanted);

  // A terminal that has gone must not keep the house from being ended in order.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {});
  const told = listenForSignals();
  const house = new Household(io);
  try {
    const first = await Promise.race([
      told.toEnd,
      house.died,
      start(io, house, { zone: loaded.manifest.timezone, where, address, options }),
    ]);
    if (first === undefined) remark(io, 'stopping: first the runner with its jobs, then the rest');
    else mourn(io, first);
    const stopped = await Promise.race([house.stop().then(() => true), told.toKill]);
    if (stopped !== true) {
      remark(io, 'killed; jobs that still ran are found again at the next start');
      return 1;
    }
    remark(io, `stopped; all is kept in ${where.data}, and the next start goes on from there`);
    return first === undefined ? 0 : 1;
  } finally {
    // Nothing is left of it by now, unless it was cut short.
    house.kill();
    told.forget();
  }
}

/** What the runner says of each attempt, when all is well: the gateway says the same as it hears of it. */
const TOLD_BY_GATEWAY = /^runner: run \d+ \(\S+\) (runs, attempt |ended: )/;

/** What it takes to start. */
interface Plan {
  /** The house's. */
  readonly zone: string;
  readonly where: Places;
  readonly address: Address;
  readonly options: UpOptions;
}

/** Starts everything in order. It never resolves: whether one of them died, the household tells. */
async function start(io: Io, house: Household, plan: Plan): Promise<never> {
  const { zone, where, address, options } = plan;
  const folders = ['--manifest', where.manifest, '--data', where.data];
  const machine = where.isExample ? await modelServer(io, house) : [];
  const listen = ['--listen', showAddress(address)];
  const gateway = house.start('gateway', '@hearth/gateway', [...folders, ...listen, ...machine]);
  const url = await said(gateway, /^gateway: ready at (\S+)/);
  say(io, ...banner(url, zone, where));
  const place = options.scopes === true ? '--scopes' : '--plain';
  const flags = [...folders, '--url', url, '--stop-jobs', place];
  house.start('runner', '@hearth/runner', flags, TOLD_BY_GATEWAY);
  return forever();
}

/** Finds a model server for the example house, or starts a simulated one; the flags that tell the gateway where it is. */
async function modelServer(io: Io, house: Household): Promise<string[]> {
  const found = await findModelServers();
  const server = found.find(({ models }) => models > 0);
  if (server !== undefined) {
    say(io, `The model of the house is that of ${server.kind} at ${server.url}.`);
    return ['--machine', `here=${server.url}`];
  }
  const listens = /listens at (\S+)$/;
  const flags = ['--rate', '40', '--model', 'simulated', '--context', '32768'];
  const url = await said(house.start('machine', '@hearth/test-kit/main', flags, listens), listens);
  const empty = found.map(({ kind }) => `${kind} answers but has no model`).join(', ');
  const why = empty === '' ? 'No model server answers on the usual ports' : empty;
  say(io, `${why}: a simulated one stands in for it, at ${url}.`);
  return ['--machine', `here=${url}`];
}

/** What a child says; for ever where it ends before, which the household tells. */
async function said(child: Child, pattern: RegExp): Promise<string> {
  return (await child.says(pattern)) ?? (await forever());
}

function forever(): Promise<never> {
  return new Promise<never>(() => {});
}
