import { posix } from 'node:path';
import type { Agent, RawResult } from './agent.ts';
import { lastLines } from './command.ts';
import type { Machine, RunOptions } from './machine.ts';

/** Where the machine keeps, of each command, its script and its exit code. */
const FOLDER = '/run/testbed-runs';

/** What can be done with a machine through its agent: all but ending it. */
export type Operations = Omit<Machine, 'stop' | typeof Symbol.asyncDispose>;

/** The operations of a machine whose agent is there and whose systemd is up. */
export function operationsOver(agent: Pick<Agent, 'spawn'>): Operations {
  let runs = 0;

  async function runRaw(argv: readonly string[], options: RunOptions = {}): Promise<RawResult> {
    runs += 1;
    const unit = `testbed-run-${runs}.service`;
    const file = `${FOLDER}/${runs}`;
    const { timeoutSeconds = 60 } = options;
    const lay = ['sh', '-c', `mkdir -p ${FOLDER} && cat >"$1"`, 'sh', file];
    const laid = await agent.spawn(lay, scriptFor(argv, file, options));
    if (laid.code !== 0) throw new Error(`no command can be laid out: ${laid.stderr.toString()}`);
    const started = performance.now();
    const line = serviceFor(unit, file, timeoutSeconds, options);
    const { stdout, stderr } = await agent.spawn(line, options.input, options.onStdout);
    const took = (performance.now() - started) / 1000;
    const take = 'rm "$1"; cat "$1.code" && rm "$1.code"';
    const code = await agent.spawn(['sh', '-c', take, 'sh', file]);
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
 * The beginning of a command line that runs a script as a service. Of the command itself systemd sees nothing: it writes
 * what it is to start into a file, reads that again when it reads its units anew, and understands it differently then
 * where there are quotes, dollars or semicolons in it.
 */
function serviceFor(
  unit: string,
  script: string,
  timeoutSeconds: number,
  { cwd = '/' }: RunOptions,
): string[] {
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
    '/bin/sh',
    script,
  ];
}

/**
 * The script that runs a command and writes its exit code beside itself, where it is exact: systemd-run says 255 for any
 * signal, and nothing right when the machine goes down. What this shell itself has to say of a killed command is no
 * output of the command.
 */
function scriptFor(argv: readonly string[], file: string, { env = {} }: RunOptions): string {
  const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const command = argv.map(quoted).join(' ');
  return [
    ...settings,
    'exec 3>&2 2>/dev/null',
    `(exec ${command} 2>&3 3>&-)`,
    `echo $? >${file}.code`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** A word that a shell takes as it is. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
