import { posix } from 'node:path';
import type { Agent, RawResult } from './agent.ts';
import { lastLines } from './command.ts';
import type { Machine, RunOptions } from './machine.ts';

/**
 * Runs its arguments but the first, and writes the exit code to the file that the first one names.
 * What this shell itself has to say of a killed command is no output of the command.
 */
const JUDGE =
  'verdict=$1; shift; exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); echo $? >"$verdict"';

/** Where the exit codes of commands are written, in the machine. */
const VERDICTS = '/run/testbed-verdicts';

/** What can be done with a machine through its agent: all but ending it. */
export type Operations = Omit<Machine, 'stop' | typeof Symbol.asyncDispose>;

/** The operations of a machine whose agent is there and whose systemd is up. */
export function operationsOver(agent: Pick<Agent, 'spawn'>): Operations {
  let runs = 0;

  async function runRaw(argv: readonly string[], options: RunOptions = {}): Promise<RawResult> {
    runs += 1;
    const unit = `testbed-run-${runs}.service`;
    const verdict = `${VERDICTS}/${runs}`;
    const { timeoutSeconds = 60 } = options;
    const started = performance.now();
    const line = [...serviceFor(unit, verdict, timeoutSeconds, options), ...argv.map(literal)];
    const { stdout, stderr } = await agent.spawn(line, options.input, options.onStdout);
    const took = (performance.now() - started) / 1000;
    const code = await agent.spawn(['sh', '-c', 'cat "$1" && rm "$1"', 'sh', verdict]);
    if (code.code === 0) return { code: Number(code.stdout.toString()), stdout, stderr };
    const end =
      took >= timeoutSeconds
        ? `did not end within ${timeoutSeconds} s and was killed`
        : 'was not started, or was killed with its whole unit';
    const output = lastLines(`${stdout.toString()}\n${stderr.toString()}`, 20).trim();
    throw new Error(`${argv.join(' ')} ${end}. Its last output: ${output}`);
  }

  /** The standard output of a command that must end with 0. */
  async function mustRun(argv: readonly string[], options?: RunOptions): Promise<Buffer> {
    const { code, stdout, stderr } = await runRaw(argv, options);
    if (code !== 0) {
      throw new Error(`${argv.join(' ')} ended with ${code}: ${lastLines(stderr.toString(), 10)}`);
    }
    return stdout;
  }

  const operations: Operations = {
    async run(argv, options) {
      const { code, stdout, stderr } = await runRaw(argv, options);
      return { code, stdout: stdout.toString(), stderr: stderr.toString() };
    },
    async writeFile(path, content, mode = 0o644) {
      const script = 'mkdir -p "$1" && cat >"$2" && chmod "$3" "$2"';
      await mustRun(['sh', '-c', script, 'sh', posix.dirname(path), path, mode.toString(8)], {
        input: content,
      });
    },
    readFile: (path) => mustRun(['cat', '--', path]),
    async writeUnit(name, text) {
      await operations.writeFile(`/etc/systemd/system/${name}`, text);
      await mustRun(['systemctl', 'daemon-reload']);
    },
    async journal(unit) {
      await mustRun(['journalctl', '--sync']);
      const of = unit === undefined ? [] : ['--unit', unit];
      const text = await mustRun([
        'journalctl',
        '--no-pager',
        '--quiet',
        '--no-hostname',
        '--output=short-monotonic',
        ...of,
      ]);
      return text.toString();
    },
    async untilLogged(unit, text, timeoutSeconds = 30) {
      // grep ends at the first match; nothing waits for journalctl, which would follow for ever.
      const script =
        'grep --quiet --fixed-strings -e "$2" < <(exec journalctl --follow --no-tail --output=cat --unit "$1")';
      try {
        await mustRun(['bash', '-c', script, 'bash', unit, text], { timeoutSeconds });
      } catch (cause) {
        const journal = await operations.journal(unit);
        throw new Error(
          `"${text}" was not logged by ${unit} within ${timeoutSeconds} s. Its journal: ${lastLines(journal, 40)}`,
          { cause },
        );
      }
    },
  };
  return operations;
}

/**
 * The beginning of a command line that runs the rest as a service. The shell in between writes the exit code to the
 * file `verdict`, where it is exact: systemd-run says 255 for any signal, and nothing right when the machine goes down.
 */
function serviceFor(
  unit: string,
  verdict: string,
  timeoutSeconds: number,
  { env = {}, cwd = '/' }: RunOptions,
): string[] {
  const settings = Object.entries(env).map(([name, value]) => `--setenv=${name}=${value}`);
  return [
    'systemd-run',
    '--quiet',
    '--collect',
    '--wait',
    '--pipe',
    '--service-type=exec',
    `--unit=${unit}`,
    '--description=A command of the test',
    `--working-directory=${cwd}`,
    // A shell that somebody typed into would not ignore this signal either.
    '--property=IgnoreSIGPIPE=no',
    // What the command leaves behind must not hold up its end.
    '--property=KillSignal=SIGKILL',
    `--property=RuntimeMaxSec=${timeoutSeconds}`,
    ...settings,
    '/bin/sh',
    '-c',
    literal(JUDGE),
    'sh',
    verdict,
  ];
}

/** systemd replaces variables in the arguments of a service; a doubled sign stands for itself. */
function literal(argument: string): string {
  return argument.replaceAll('$', '$$$$');
}
