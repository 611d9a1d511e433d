import { Argument, Option, type Command } from 'commander';

import { PRIORITIES, RUN_STATES, type Priority, type ShownState } from '@hearth/words';

import { readInstant, readLimit, readNumber, readParameter, type Parameters } from './read.ts';
import { jsonOption, type Syntax } from './syntax.ts';

/** The commands about runs. */
export function addRunCommands(syntax: Syntax): void {
  const { program, io, does, gateway } = syntax;
  program.commandsGroup('Runs:');
  program
    .command('run')
    .description('make a run of a declared job')
    .argument('<job>', 'its name in the manifest')
    .option('--wait', 'pass on its output, and end as it ends: 0 where it succeeded, else 1')
    .option(
      '--param <name=value>',
      'pass a parameter, as the job declares it; may be given for several',
      readParameter,
    )
    .addOption(new Option('--priority <priority>', "not the job's own").choices(PRIORITIES))
    .option('--once <word>', 'make no second run with the same word within 24 hours')
    .option('--at <instant>', 'not before then, like 2026-03-29T01:30:00Z', readInstant)
    .action(
      does(
        async (
          job: string,
          options: {
            param?: Parameters;
            priority?: Priority;
            once?: string;
            at?: string;
            wait?: boolean;
          },
        ) => {
          const { run } = await import('../commands/run.ts');
          return run(io, job, { ...options, ...gateway() });
        },
      ),
    );
  program
    .command('runs')
    .description('list the runs, the newest first')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices([...RUN_STATES, 'parked']),
    )
    .option('--job <job>', 'only those of this job')
    .option('--limit <count>', 'how many', readLimit, 20)
    .addOption(jsonOption())
    .action(
      does(async (options: { state?: ShownState; job?: string; limit: number; json?: boolean }) => {
        const { runs } = await import('../commands/runs.ts');
        return runs(io, { ...options, ...gateway() });
      }),
    );
  ofRun(program, 'show', 'show the whole way of a run')
    .addOption(jsonOption())
    .action(
      does(async (id: number, options: { json?: boolean }) => {
        const { show } = await import('../commands/show.ts');
        return show(io, id, { ...options, ...gateway() });
      }),
    );
  ofRun(program, 'logs', 'print the output of a run')
    .option('-f, --follow', 'go on until it is over')
    .action(
      does(async (id: number, options: { follow?: boolean }) => {
        const { logs } = await import('../commands/logs.ts');
        return logs(io, id, { ...options, ...gateway() });
      }),
    );
  ofRun(program, 'why', 'say why a run has not started')
    .addOption(jsonOption())
    .action(
      does(async (id: number, options: { json?: boolean }) => {
        const { why } = await import('../commands/why.ts');
        return why(io, id, { ...options, ...gateway() });
      }),
    );
  ofRun(program, 'cancel', 'stop a run, or take a waiting one back').action(
    does(async (id: number) => {
      const { cancel } = await import('../commands/cancel.ts');
      return cancel(io, id, gateway());
    }),
  );
  ofRun(program, 'retry', 'make a new run that repeats one').action(
    does(async (id: number) => {
      const { retry } = await import('../commands/retry.ts');
      return retry(io, id, gateway());
    }),
  );
  program
    .command('dead')
    .description(
      'list the dead letters, runs that used up their retries and wait for a person; or repeat them with --retry',
    )
    .argument('[run...]', 'with --retry, the numbers of those to repeat', collectNumbers)
    .option('--retry', 'make a new run of each that is named, of all of --job, or of --all')
    .option('--all', 'with --retry, every one that has not been repeated yet')
    .option('--job <job>', 'only those of this job')
    .option('--limit <count>', 'how many to list', readLimit, 20)
    .addOption(jsonOption())
    .action(
      does(
        async (
          ids: readonly number[] = [],
          options: { limit: number; retry?: boolean; all?: boolean; job?: string; json?: boolean },
        ) => {
          const { dead } = await import('../commands/dead.ts');
          return dead(io, ids, { ...options, ...gateway() });
        },
      ),
    );
}

/** One more number, beside those read before. */
function collectNumbers(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, readNumber(text)];
}

/** A command about one run. */
function ofRun(program: Command, verb: string, what: string): Command {
  return program
    .command(verb)
    .description(what)
    .addArgument(new Argument('<run>', 'its number').argParser(readNumber));
}
