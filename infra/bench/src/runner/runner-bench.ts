import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { canBoot } from '@hearth/testbed';

import { describeMachine } from '../machine.ts';
import type { BenchOptions, Found, Report } from '../report.ts';
import { summary } from '../statistics.ts';
import { takeTurns } from '../turns.ts';
import { held, verdict } from '../verdict.ts';
import { workFolder } from '../work-folder.ts';
import { LoneGateway } from './lone-gateway.ts';
import { RunnerLab, UNIT_FLAGS } from './runner-lab.ts';

const ROOT = new URL('../../../../', import.meta.url);
const GIGABYTE = 1e9;
/** Milliseconds from the first claim to the moment at which a runner is called idle. */
const SETTLING = 3000;

/** The runner, on a booted systemd: how soon a job begins, beside a bare `systemd-run --scope`, and what it takes of memory. */
export async function runnerBench(
  say: (sentence: string) => void,
  { quick }: BenchOptions,
): Promise<Report> {
  const folder = workFolder('runner');
  const report = {
    bench: 'runner',
    machine: describeMachine(folder, {}),
    tables: [],
    verdicts: [],
    skipped: [],
  };
  const lack = await canBoot();
  if (lack !== null) return { ...report, skipped: [lack] };
  say('building the runner');
  build();
  await using gateway = await LoneGateway.open();
  await using lab = await RunnerLab.open(gateway, folder);
  await sleep(SETTLING);
  const idle = await lab.rss();
  const starts = await starting(lab, quick ? 5 : 25, say);
  const room = await memory(lab, idle, say);
  return {
    ...report,
    tables: [...starts.tables, ...room.tables],
    verdicts: [...starts.verdicts, ...room.verdicts],
  };
}

async function starting(
  lab: RunnerLab,
  rounds: number,
  say: (sentence: string) => void,
): Promise<Found> {
  const laps = await takeTurns<'hearth' | 'bare', number>({
    keys: ['hearth', 'bare'],
    drill: (key) => (key === 'hearth' ? lab.start() : lab.bare()),
    atLeast: rounds,
    atMost: 3 * rounds,
    settled: (turns) => [...turns.values()].every((figures) => summary(figures).doubt < 0.05),
    say,
  });
  const hearth = {
    name: 'hearth',
    terms: "from the claim's answer",
    figures: laps.get('hearth') ?? [],
  };
  const bare = {
    name: 'systemd-run --scope',
    terms: 'from its own start',
    figures: laps.get('bare') ?? [],
  };
  return {
    tables: [{ title: "To the job's first instruction", unit: 'ms', rows: [hearth, bare] }],
    verdicts: [verdict('hearth / a bare scope', hearth, bare, { atMost: 3 })],
  };
}

async function memory(
  lab: RunnerLab,
  idle: number,
  say: (sentence: string) => void,
): Promise<Found> {
  const used = await lab.rss();
  say('a job prints a gigabyte');
  const printing = lab.print(GIGABYTE);
  const figures: number[] = [];
  const over = printing.then(() => true);
  do figures.push(await lab.rss());
  while (!(await Promise.race([over, sleep(100).then(() => false)])));
  const terms = `built, ${UNIT_FLAGS.join(' ')}`;
  return {
    tables: [
      {
        title: 'Resident memory',
        unit: 'MiB',
        rows: [
          { name: 'idle', terms, figures: [idle] },
          { name: 'after the starts', terms, figures: [used] },
          { name: 'while a job prints 1 GB', terms, figures },
        ],
      },
    ],
    verdicts: [
      held('the runner, memory idle (MiB)', [idle], { atMost: 65 }),
      held('the most while a job prints 1 GB (MiB)', [Math.max(...figures)], { atMost: 65 }),
    ],
  };
}

/** Builds the runner and all that it needs. Throws what the compiler says where that fails. */
function build(): void {
  const compiler = fileURLToPath(new URL('node_modules/.bin/tsc', ROOT));
  const runner = fileURLToPath(new URL('apps/runner/', ROOT));
  const { status, error, stdout } = spawnSync(compiler, ['-b', runner], { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`The runner could not be built:\n${error?.message ?? stdout.trim()}`);
}
