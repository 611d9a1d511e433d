import { Option } from 'commander';

import { readNumber } from './read.ts';
import { jsonOption, type Syntax } from './syntax.ts';

/** The commands about jobs. */
export function addJobCommands(syntax: Syntax): void {
  const { program, io, does, gateway } = syntax;
  program.commandsGroup('Jobs:');
  program
    .command('jobs')
    .description('list the declared jobs')
    .addOption(jsonOption())
    .action(
      does(async (options: { json?: boolean }) => {
        const { jobs } = await import('../commands/jobs.ts');
        return jobs(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('estimate')
    .description('say how long the next run of a job is promised to take, and why')
    .argument('<job>', 'its name in the manifest')
    .addOption(
      new Option(
        '--forget <run>',
        'drop this run from its history: no promise rests on it any more',
      )
        .argParser(readNumber)
        .conflicts('backtest'),
    )
    .addOption(
      new Option(
        '--backtest',
        'compare the rules: what each would have promised over its history, and what came of it',
      ).conflicts('json'),
    )
    .addOption(jsonOption())
    .action(
      does(
        async (job: string, options: { forget?: number; backtest?: boolean; json?: boolean }) => {
          const { estimate } = await import('../commands/estimate.ts');
          return estimate(io, job, { ...options, ...gateway() });
        },
      ),
    );
  program
    .command('pause')
    .description('start no run of a job until it is resumed')
    .argument('<job>', 'its name in the manifest')
    .action(
      does(async (job: string) => {
        const { pause } = await import('../commands/pause.ts');
        return pause(io, job, gateway());
      }),
    );
  program
    .command('resume')
    .description('end a pause')
    .argument('<job>', 'its name in the manifest')
    .action(
      does(async (job: string) => {
        const { resume } = await import('../commands/resume.ts');
        return resume(io, job, gateway());
      }),
    );
}
