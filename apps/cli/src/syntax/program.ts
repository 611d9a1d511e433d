import { Command, CommanderError, Option } from 'commander';

import type { GatewayOptions } from '../connect.ts';
import type { Io } from '../io.ts';
import { version } from '../version.ts';
import { addHouseCommands } from './house.ts';
import { addJobCommands } from './jobs.ts';
import { addOperateCommands } from './operate.ts';
import { addRunCommands } from './runs.ts';
import { readGiven } from './read.ts';
import type { Syntax } from './syntax.ts';

/** Reads a command line and does what it says. Resolves to the exit code. */
export async function parse(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const program = frame(io);
  const syntax: Syntax = {
    program,
    io,
    does:
      (work) =>
      async (...args) => {
        code = await work(...args);
      },
    gateway: () => program.opts<GatewayOptions>(),
  };
  addHouseCommands(syntax);
  addRunCommands(syntax);
  addJobCommands(syntax);
  addOperateCommands(syntax);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // It has said what there is to say. Help that was asked for is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
  return code;
}

/** The command without its verbs. What is set here, each verb takes over. */
function frame(io: Io): Command {
  return new Command('hearth')
    .description(
      'A scheduler of a house and the door to its models. "hearth help COMMAND" tells more of one command.',
    )
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addOption(
      new Option('--url <url>', 'the gateway')
        .env('HEARTH_URL')
        .default('http://127.0.0.1:4327')
        .argParser(readGiven),
    )
    .addOption(
      new Option(
        '--key <key>',
        "the consumer's key, where the gateway asks for one; other users of this machine can see a flag, so rather set the variable",
      ).env('HEARTH_KEY'),
    )
    .addHelpText('after', '\nExit codes: 0 done, 1 it failed, 2 wrong use.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'hearth: ')),
    })
    .showHelpAfterError(
      '"hearth --help" lists the commands, "hearth COMMAND --help" what one takes.',
    )
    .exitOverride();
}
