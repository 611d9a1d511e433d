import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { canBoot } from '@hearth/testbed';

import { describeMachine } from '../machine.ts';
import type { BenchOptions, Found, Report } from '../report.ts';
import { median, summary } from '../statistics.ts';
import { takeTurns } from '../turns.ts';
import { held, verdict } from '../verdict.ts';
import { workFolder } from '../work-folder.ts';
import { LoneGateway } from './lone-gateway.ts';
import { RunnerLab, UNIT_FLAGS } from './runner-lab.ts';

const ROOT = new URL('../../../../', import.meta.url);
const GIGABYTE = 1e9;
/** 65 MB, in MiB. */
const MOST = 61.9;
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
  const printing = await whilePrinting(lab, say);
  const rounds = quick ? 5 : 25;
  const rested = await starting(lab, FROM_REST, rounds, say);
  const busy = await starting(lab, IN_A_ROW, rounds, say);
  const room = memory({ idle: [idle], printing, used: [await lab.rss()] });
  return {
    ...report,
    tables: [...rested.tables, ...busy.tables, ...room.tables],
    verdicts: [...rested.verdicts, ...busy.verdicts, ...room.verdicts],
  };
}

/** When starts are measured. */
interface Moment {
  readonly when: string;
  /** Milliseconds that nothing happens before the first. */
  readonly rest: number;
  /** How many follow each other at once; the figure is their median. */
  readonly starts: number;
}

/** As most jobs begin: systemd and the processors have been at rest for a while. */
const FROM_REST: Moment = { when: 'from rest', rest: 200, starts: 1 };
/** As jobs begin that wait for each other: systemd still tidies up after the one before. */
const IN_A_ROW: Moment = { when: 'in a row', rest: 0, starts: 5 };

async function starting(
  lab: RunnerLab,
  { when, rest, starts }: Moment,
  rounds: number,
  say: (sentence: string) => void,
): Promise<Found> {
  const laps = await takeTurns<'hearth' | 'bare', number>({
    keys: ['hearth', 'bare'],
    async drill(key) {
      const figures: number[] = [];
      for (let nth = 0; nth < starts; nth += 1) {
        await sleep(rest);
        figures.push(await (key === 'hearth' ? lab.start() : lab.bare()));
      }
      return median(figures);
    },
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
    tables: [
      { title: `To the job's first instruction, ${when}`, unit: 'ms', rows: [hearth, bare] },
    ],
    verdicts: [verdict(`hearth / a bare scope, ${when}`, hearth, bare, { atMost: 3 })],
  };
}

/** Resident memory of the runner while a job prints, looked at again and again, in MiB. */
async function whilePrinting(lab: RunnerLab, say: (sentence: string) => void): Promise<number[]> {
  say('a job prints a gigabyte');
  const figures: number[] = [];
  const over = lab.print(GIGABYTE).then(() => true);
  do figures.push(await lab.rss());
  while (!(await Promise.race([over, sleep(100).then(() => false)])));
  return figures;
}

/** Figures of resident memory, in MiB. */
interface Room {
  readonly idle: readonly number[];
  readonly printing: readonly number[];
  /** After all the starts, before V8 has had a quiet moment to give anything back. */
  readonly used: readonly number[];
}

function memory({ idle, printing, used }: Room): Found {
  const terms = `built, ${UNIT_FLAGS.join(' ')}`;
  return {
    tables: [
      {
        title: 'Resident memory',
        unit: 'MiB',
        rows: [
          { name: 'idle', terms, figures: idle },
          { name: 'while a job prints 1 GB', terms, figures: printing },
          { name: 'after the starts', terms, figures: used },
        ],
      },
    ],
    verdicts: [
      held('the runner, memory idle (MiB)', idle, { atMost: MOST }),
      held('the most while a job prints 1 GB (MiB)', [Math.max(...printing)], { atMost: MOST }),
      held('after the starts (MiB)', used, null),
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
