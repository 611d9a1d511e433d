import { Option } from 'commander';

import { readGiven, readHours, readLimit, readNumber } from './read.ts';
import { jsonOption, manifestOption, type Syntax } from './syntax.ts';

/** The commands about the house as a whole: what will start, its classes and budgets, its machines and calls, its queue. */
export function addOperateCommands(syntax: Syntax): void {
  const { program, io, does, gateway } = syntax;
  program.commandsGroup('The house:');
  program
    .command('status')
    .description('show the house at a glance')
    .addOption(jsonOption())
    .action(
      does(async (options: { json?: boolean }) => {
        const { status } = await import('../commands/status.ts');
        return status(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('plan')
    .description('foresee what will start when')
    .option('--hours <hours>', 'how far to look ahead; at most 192', readHours, 24)
    .addOption(jsonOption())
    .action(
      does(async (options: { hours: number; json?: boolean }) => {
        const { plan } = await import('../commands/plan.ts');
        return plan(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('reserve')
    .description(
      'keep a class for what a person waits for: until then only interactive and user runs start in it; without a class, list what is reserved',
    )
    .argument('[class]', 'its name in the manifest')
    .option('--for <duration>', 'from now on for so long, like 90m or 2h')
    .option('--end <id>', 'give a reserved class back before its time', readNumber)
    .addOption(jsonOption())
    .action(
      does(
        async (
          className: string | undefined,
          options: { for?: string; end?: number; json?: boolean },
        ) => {
          const { reserve } = await import('../commands/reserve.ts');
          return reserve(io, className, { ...options, ...gateway() });
        },
      ),
    );
  program
    .command('budgets')
    .description('list the budgets, with what is used and left')
    .addOption(jsonOption())
    .action(
      does(async (options: { json?: boolean }) => {
        const { budgets } = await import('../commands/budgets.ts');
        return budgets(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('machines')
    .description('list the machines that serve models')
    .addOption(jsonOption())
    .action(
      does(async (options: { json?: boolean }) => {
        const { machines } = await import('../commands/machines.ts');
        return machines(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('calls')
    .description('list the model calls, the newest first')
    .option('--run <run>', 'only those of this run', readNumber)
    .option('--limit <count>', 'how many', readLimit, 20)
    .addOption(jsonOption())
    .action(
      does(async (options: { run?: number; limit: number; json?: boolean }) => {
        const { calls } = await import('../commands/calls.ts');
        return calls(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('caps')
    .description('say whose answers are cut, and by whose cap')
    .option('--since <duration>', 'how far to look back, like 12h or 7d', '7d')
    .addOption(jsonOption())
    .action(
      does(async (options: { since: string; json?: boolean }) => {
        const { caps } = await import('../commands/caps.ts');
        return caps(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('backup')
    .description('copy the queue while it runs, and check the copy')
    .addOption(jsonOption())
    .addHelpText('after', `\n${RESTORE}`)
    .action(
      does(async (options: { json?: boolean }) => {
        const { backup } = await import('../commands/backup.ts');
        return backup(io, { ...options, ...gateway() });
      }),
    );
  program
    .command('doctor')
    .description('look at all that a house needs of this machine, and say what to change')
    .addOption(manifestOption('/etc/hearth'))
    .addOption(
      new Option('--data <folder>', 'the data folder')
        .env('HEARTH_DATA')
        .default('/var/lib/hearth')
        .argParser(readGiven),
    )
    .option('--json', 'print the findings as JSON')
    .action(
      does(async (options: { manifest: string; data: string; json?: boolean }) => {
        const { doctor } = await import('../commands/doctor.ts');
        return doctor(io, { ...options, ...gateway() });
      }),
    );
}

/** How a copy is put back, for the help; the command itself says it with the names of its files. */
const RESTORE = `To put a copy back, on the machine of the gateway:
  1. stop the gateway
  2. move hearth.db and, if it is there, hearth.db-wal out of the data folder
  3. copy the copy to hearth.db in the data folder, readable and writable for the gateway's user
  4. start the gateway
Runs are then as they were when the copy was made; what has run since may run again.`;
