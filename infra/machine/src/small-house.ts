import { join } from 'node:path';

import { APPS, assemble, pack } from '@hearth/install';
import { temporaryFolder } from '@hearth/test-kit';
import {
  bootMachine,
  type CommandResult,
  type RunOptions,
  type SmallMachine,
} from '@hearth/testbed';
import type { Run } from '@hearth/wire';

const INSIDE = join(import.meta.dirname, 'inside');
/** Where the machine has the files of `inside/`. */
export const HOUSE = '/srv/house';
/** Where the machine has the archives of the apps, as an operator would have copied them. */
export const BUNDLES = '/root/hearth';
/** The Node that came with the command; the machine has no other. */
const NODE = '/opt/hearth/cli/current/node';

/** A service that is up, and has not had to be started again. */
export const UP = '0 active';

/** A small machine to which the archives of hearth's apps have been copied, and what is asked of it. */
export class SmallHouse implements AsyncDisposable {
  readonly machine: SmallMachine;

  private constructor(machine: SmallMachine) {
    this.machine = machine;
  }

  /** Makes the archives, and boots a new machine that has them and nothing of hearth in its place yet. */
  static async open(): Promise<SmallHouse> {
    await using folder = await temporaryFolder();
    const archives: string[] = [];
    for (const app of APPS) {
      archives.push(await pack(await assemble(app, 'x64', folder.path), folder.path));
    }
    const copies = [
      { host: INSIDE, inside: HOUSE },
      ...archives.map((host) => ({ host, inside: host.replace(folder.path, BUNDLES) })),
    ];
    return new SmallHouse(await bootMachine({ copies }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine.stop();
  }

  /** What a shell script in the machine writes. Rejects, with all that it said, unless it ends with 0. */
  async shell(script: string, options?: RunOptions): Promise<string> {
    const { code, stdout, stderr } = await this.machine.run(['sh', '-euc', script], options);
    if (code !== 0) throw new Error(`\`${script}\` ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Waits until a shell script in the machine ends with 0, for what no event tells of. */
  async until(script: string): Promise<void> {
    await this.shell(`until ${script}; do sleep 0.2; done`);
  }

  /** Runs the `hearth` command, as an operator would. */
  hearth(...words: string[]): Promise<CommandResult> {
    // A login of its own would have these; a service has not.
    const env = {
      HOME: '/root',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    };
    return this.machine.run(['hearth', ...words], { env, timeoutSeconds: 120 });
  }

  /** Runs one of the scripts of `inside/`, and gives the lines that it printed. Rejects unless it ends with 0. */
  async inside(script: string, words: readonly string[], options?: RunOptions): Promise<string[]> {
    const argv = [NODE, join(HOUSE, script), ...words];
    const { code, stdout, stderr } = await this.machine.run(argv, options);
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout.split('\n').filter((line) => line !== '');
  }

  /**
   * Asks for a run of each of those jobs, all at once, and gives them, by their job, when all are over. A number among
   * them is the id of a run that is there already, which is not waited for.
   */
  async runs(...jobs: string[]): Promise<Map<string, Run>> {
    const lines = await this.inside('runs.ts', jobs, { timeoutSeconds: 180 });
    const runs = lines.map((line) => JSON.parse(line) as Run);
    return new Map(runs.map((run) => [run.job, run]));
  }

  /** How each of hearth's services is: {@link UP}, or what else systemd says of it. */
  async services(): Promise<{ readonly gateway: string; readonly runner: string }> {
    const show = (app: string): Promise<string> =>
      this.shell(
        `systemctl show --property=ActiveState,NRestarts --value hearth-${app} | sort | paste --serial --delimiters=' '`,
      );
    return { gateway: (await show('gateway')).trim(), runner: (await show('runner')).trim() };
  }

  /**
   * The processes of jobs that are left, and the units of attempts: those are given twenty seconds, since they go a
   * moment after their last process.
   */
  async leftovers(): Promise<string[]> {
    const left = await this.shell(`
      find /proc -maxdepth 1 -user hearth-job
      for look in $(seq 100); do
        units=$(systemctl list-units --all --plain --no-legend 'hearth-*.scope')
        test -n "$units" || break
        sleep 0.2
      done
      echo "$units"`);
    return left.split('\n').filter((line) => line !== '');
  }
}
