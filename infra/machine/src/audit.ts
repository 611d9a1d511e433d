import type { Run } from '@hearth/wire';

import type { FoundExit } from './exit-records.ts';

/** What the gateway says in the end of one run that it had acknowledged. */
export interface Account {
  readonly key: string;
  /** What it answers when it is asked for a run with the same key again. */
  readonly again: { readonly id: number; readonly created: boolean };
  /** The run of the id that it had acknowledged; null where there is none any more. */
  readonly run: Run | null;
}

/** All that is known after the power cuts. */
export interface Evidence {
  /** What was acknowledged: the run of each key. */
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly accounts: readonly Account[];
  /** What the jobs themselves wrote, in this order: `start RUN ATTEMPT`, then `end` or `fail`, or `overlap`. */
  readonly ledger: readonly string[];
  /** The exit records that were on the disk when the power came back, of all cuts. */
  readonly exits: readonly FoundExit[];
}

/** What is not as it was promised, a sentence each. */
export interface Findings {
  /** Acknowledged, and not there any more, or not carried out. */
  readonly lost: readonly string[];
  /** Done again, though its exit record said that it was done. */
  readonly doneAgain: readonly string[];
  /** An end that was on the disk, and of which the gateway says something else. */
  readonly misjudged: readonly string[];
  /** Two attempts of a run that lived at the same moment. */
  readonly overlaps: readonly string[];
}

interface Step {
  readonly word: string;
  readonly run: number;
  readonly attempt: string;
}

/** Compares what was acknowledged, what the jobs did and what was on the disk with what the gateway says in the end. */
export function audit({ acknowledged, accounts, ledger, exits }: Evidence): Findings {
  const steps = ledger.map(stepOf);
  return {
    lost: [...acknowledged].flatMap(([key, run]) =>
      lost(
        key,
        run,
        accounts.find((one) => one.key === key),
        steps,
        acknowledged,
      ),
    ),
    doneAgain: exits.flatMap((exit) => doneAgain(exit, steps)),
    misjudged: exits.flatMap((exit) => misjudged(exit, accounts)),
    overlaps: steps
      .filter(({ word }) => word === 'overlap')
      .map(({ run, attempt }) => `attempt ${attempt} of run ${run} met another one`),
  };
}

function stepOf(line: string): Step {
  const [, word, run, attempt] = /^(start|end|fail|overlap) (\d+) (\S+)$/.exec(line) ?? [];
  if (word === undefined || attempt === undefined)
    throw new Error(`"${line}" is no line of the ledger`);
  return { word, run: Number(run), attempt };
}

function lost(
  key: string,
  id: number,
  account: Account | undefined,
  steps: readonly Step[],
  acknowledged: ReadonlyMap<string, number>,
): string[] {
  const name = `${key}, acknowledged as run ${id},`;
  const twice = [...acknowledged].find(([other, run]) => run === id && other !== key);
  if (twice !== undefined) return [`${name} shares its id with ${twice[0]}`];
  if (account === undefined) return [`${name} was not asked for in the end`];
  const { again, run } = account;
  if (run === null) return [`${name} is not there any more`];
  if (again.created || again.id !== id)
    return [`${name} is run ${again.id} when it is asked for again`];
  if (run.state !== 'succeeded') return [`${name} is ${run.state}`];
  const done = steps.some((step) => step.word === 'end' && step.run === id);
  return done ? [] : [`${name} is called succeeded and was never done`];
}

function doneAgain({ attempt, code }: FoundExit, steps: readonly Step[]): string[] {
  if (code !== 0) return [];
  const first = steps.findIndex((step) => step.word === 'start' && step.attempt === attempt);
  const run = steps[first]?.run;
  return steps
    .slice(first + 1)
    .filter((step) => step.word === 'start' && step.run === run && step.attempt !== attempt)
    .map((step) => `run ${run} was done by attempt ${attempt}, and again by ${step.attempt}`);
}

function misjudged({ attempt: id, code }: FoundExit, accounts: readonly Account[]): string[] {
  const attempts = accounts.flatMap(({ run }) => run?.attempts ?? []);
  const attempt = attempts.find((one) => one.id === id);
  // One that nobody has acknowledged to the outside is nobody's.
  if (attempt === undefined) return [];
  if (attempt.outcome === 'exited' && attempt.code === code) return [];
  return [`attempt ${id} ended with ${code} and is called ${attempt.outcome} with ${attempt.code}`];
}
