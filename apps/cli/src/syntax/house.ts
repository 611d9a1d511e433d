import { Option } from 'commander';

import { readGiven } from './read.ts';
import { manifestOption, type Syntax } from './syntax.ts';

/** Where a house's manifest lies when nobody says. */
const MANIFEST = '/etc/hearth';

/** The commands that run a house or check what it declares: they work without a gateway. */
export function addHouseCommands({ program, io, does, gateway }: Syntax): void {
  program.commandsGroup('Run a house:');
  program
    .command('up')
    .description(
      'run gateway and runner in this terminal, to try them: with the example house, or with --manifest',
    )
    .addOption(manifestOption('', 'the example house of the repo'))
    .addOption(
      new Option('--data <folder>', 'the data folder')
        .env('HEARTH_DATA')
        .default('', '.hearth in the repo')
        .argParser(readGiven),
    )
    .addOption(
      new Option('--listen <host:port>', 'where the gateway is to answer')
        .env('HEARTH_LISTEN')
        .default('127.0.0.1:4327')
        .argParser(readGiven),
    )
    .option('--scopes', 'start jobs in systemd scopes, with the limits of their classes')
    .action(
      does(
        async (options: { manifest: string; data: string; listen: string; scopes?: boolean }) => {
          const { up } = await import('../commands/up.ts');
          return up(io, options);
        },
      ),
    );
  // These two are dispatched before a command line is read; here they are for the help alone.
  program
    .command('gateway')
    .description('run the gateway; "hearth gateway --help" lists its flags');
  program
    .command('runner')
    .description('run the runner; "hearth runner --help" lists its flags')
    .command('forget')
    .description(
      'give up a runner that will not come back: what it held is lost, and runs again. While it may still run jobs that would be twice at once',
    )
    .argument('<name>', 'its name')
    .action(
      does(async (name: string) => {
        const { runnerForget } = await import('../commands/runner-forget.ts');
        return runnerForget(io, name, gateway());
      }),
    );

  program.commandsGroup('Declare a house:');
  program
    .command('check')
    .description('check the manifest, and with --units the slice units of its classes')
    .argument('[dir]', 'the folder of the manifest, instead of --manifest')
    .addOption(manifestOption(MANIFEST))
    .option('--units <dir>', 'the folder of the slice units')
    .action(
      does(async (folder: string | undefined, options: { manifest: string; units?: string }) => {
        const { check } = await import('../commands/check.ts');
        return check(io, folder ?? options.manifest, options);
      }),
    );
  program
    .command('schema')
    .description('print the JSON Schema of a manifest file, for editors')
    .action(
      does(async () => {
        const { schema } = await import('../commands/schema.ts');
        return schema(io);
      }),
    );
  program
    .command('key')
    .description('make a key')
    .command('new')
    .description('make a key, and print it once with the lines of the manifest that let it in')
    .argument('<name>', 'of the consumer that is to hold it')
    .option('--runner', 'for a runner of this name, not a consumer')
    .action(
      does(async (name: string, options: { runner?: boolean }) => {
        const { keyNew } = await import('../commands/key-new.ts');
        return keyNew(io, name, options);
      }),
    );
  const slices = program
    .command('slices')
    .description('write, install or check the slice unit of each class');
  slices
    .command('write')
    .description('write the slice units that are missing or say something else')
    .argument('<dir>', 'the folder of the slice units')
    .addOption(manifestOption(MANIFEST))
    .action(
      does(async (units: string, { manifest }: { manifest: string }) => {
        const { slicesWrite } = await import('../commands/slices-write.ts');
        return slicesWrite(io, units, manifest);
      }),
    );
  slices
    .command('install')
    .description(
      'write the slice units of this machine, have systemd read them, and check that their limits are in force',
    )
    .addOption(manifestOption(MANIFEST))
    .option('--force', 'set limits below what is in use, though the kernel then kills runs')
    .action(
      does(async (options: { manifest: string; force?: boolean }) => {
        const { slicesInstall } = await import('../commands/slices-install.ts');
        return slicesInstall(io, options);
      }),
    );
  slices
    .command('check')
    .description(
      'check that each class has its slice unit, and that it says what the manifest says; without a folder, also that this machine holds to them',
    )
    .argument('[dir]', "the folder of the slice units, instead of this machine's own")
    .addOption(manifestOption(MANIFEST))
    .action(
      does(async (units: string | undefined, { manifest }: { manifest: string }) => {
        const { slicesCheck } = await import('../commands/slices-check.ts');
        return slicesCheck(io, units, manifest);
      }),
    );
}
