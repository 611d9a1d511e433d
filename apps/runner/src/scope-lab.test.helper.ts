import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { temporaryFolder, type TemporaryFolder } from '@hearth/test-kit';
import { bootSystemd, type Machine } from '@hearth/testbed';
import type { Assignment } from '@hearth/wire';

import { KEY, ScriptedGateway } from './gateway.test.helper.ts';
import { waitForRecord, type ExitRecord, type StartedRecord } from './records.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** The command line of a runner that uses scopes; it lacks its data folder and its gateway. */
export const RUNNER: readonly string[] = [
  process.execPath,
  '-C',
  '@hearth/source',
  MAIN,
  '--name=pi',
  '--scopes',
];

const SERVICE = 'hearth-runner.service';
const DATA = '/var/lib/hearth';

/** The `hearth` command, for {@link ScopeLab.shell}. */
export const HEARTH: string = [
  process.execPath,
  '-C @hearth/source',
  fileURLToPath(new URL('../../cli/bin/hearth.js', import.meta.url)),
].join(' ');

/** What of a house a lab has. */
export interface LabOptions {
  /** How many runs of the class `light` there are at once; 4 by default. */
  readonly concurrency?: number;
  /** False where no class has a slice unit as the runner starts. */
  readonly slices?: boolean;
}

function manifest({ concurrency = 4 }: LabOptions): string {
  return `timezone: Europe/London
classes:
  light: { concurrency: ${concurrency}, memory: 256M, cpu: 50% }
  small: { concurrency: 1, memory: 64M, cpu: 50% }
`;
}

/** A machine with systemd, the runner as a service of it, and a gateway outside that it reaches. */
export class ScopeLab implements AsyncDisposable {
  readonly gateway: ScriptedGateway;
  machine: Machine;
  /** What lasts from one boot to the next. */
  readonly #disk: TemporaryFolder;
  readonly #options: LabOptions;
  #gates = 0;

  private constructor(
    gateway: ScriptedGateway,
    machine: Machine,
    disk: TemporaryFolder,
    options: LabOptions,
  ) {
    this.gateway = gateway;
    this.machine = machine;
    this.#disk = disk;
    this.#options = options;
  }

  /** With a user `digest`, who is also in the group `video`. The runner runs. */
  static async open(options: LabOptions = {}): Promise<ScopeLab> {
    const disk = await temporaryFolder();
    await chmod(disk.path, 0o755);
    const lab = new ScopeLab(await ScriptedGateway.open(), await boot(disk), disk, options);
    try {
      await lab.#furnish();
    } catch (error) {
      await lab[Symbol.asyncDispose]();
      throw error;
    }
    return lab;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The runner goes first, so that no claim of it finds a gateway that closes.
    await this.machine.stop();
    await this.#disk.remove();
    await this.gateway[Symbol.asyncDispose]();
  }

  /** Shuts the machine down in good order once `attempt` runs, and boots it again, with the disk that it had. */
  async reboot(attempt: Assignment): Promise<void> {
    const off = this.shell('systemctl poweroff; sleep 600').catch(() => {});
    const never = new Promise<void>(() => {});
    const folder = join(this.#disk.path, 'runner', 'attempts', attempt.attempt_id);
    await waitForRecord(folder, ['exit'], never, AbortSignal.timeout(30_000));
    await this.machine.stop();
    await off;
    this.machine = await boot(this.#disk);
    await this.#furnish();
  }

  async #furnish(): Promise<void> {
    const { machine, gateway } = this;
    await this.shell('useradd --create-home --groups video digest; groupadd --system hearth');
    await machine.writeFile('/etc/hearth/house.yaml', manifest(this.#options));
    await machine.writeFile('/etc/hearth-runner.env', `HEARTH_KEY=${KEY}\n`, 0o600);
    if (this.#options.slices !== false) {
      await machine.writeUnit('hearth.slice', '[Slice]\nMemoryMax=90%\n');
      for (const name of ['light', 'small']) {
        await machine.writeUnit(`hearth-${name}.slice`, '[Slice]\nMemoryMax=4G\n');
      }
    }
    await machine.writeUnit(
      SERVICE,
      `[Service]
ExecStart=${RUNNER.join(' ')} --data=${DATA} --url=${gateway.url}
EnvironmentFile=/etc/hearth-runner.env
Group=hearth
OOMScoreAdjust=-500
`,
    );
    await this.start();
  }

  /** Starts the runner and waits until it asks for work. */
  async start(): Promise<void> {
    const claim = this.gateway.claimed(() => true);
    await this.shell(`systemctl start ${SERVICE}`);
    await claim;
  }

  /** Has the runner end, as an upgrade does. */
  async stop(): Promise<void> {
    await this.shell(`systemctl stop ${SERVICE}`);
  }

  /** Kills the runner with SIGKILL, and waits until systemd has seen it end. */
  async kill(): Promise<void> {
    const wait = `while systemctl --quiet is-active ${SERVICE}; do sleep 0.05; done`;
    await this.shell(`systemctl kill --signal=KILL ${SERVICE}; ${wait}; systemctl reset-failed`);
  }

  /** What a shell script in the machine writes. Rejects unless it ends with 0. */
  async shell(script: string): Promise<string> {
    const { code, stdout, stderr } = await this.machine.run(['sh', '-c', script]);
    if (code !== 0) throw new Error(`\`${script}\` ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Waits until a shell script in the machine ends with 0, for what no event tells of. */
  async until(script: string): Promise<void> {
    await this.shell(`until ${script}; do sleep 0.05; done`);
  }

  /** A named pipe that everybody may read: a job that reads it waits until {@link release} writes to it. */
  async gate(): Promise<string> {
    this.#gates += 1;
    const path = `/run/gate-${this.#gates}`;
    await this.shell(`mkfifo --mode=666 ${path}`);
    return path;
  }

  /** Lets whoever reads the pipe go on. */
  async release(gate: string): Promise<void> {
    await this.shell(`echo go >${gate}`);
  }

  /** The folder of an attempt, in the machine. */
  folder({ attempt_id }: Pick<Assignment, 'attempt_id'>): string {
    return `${DATA}/runner/attempts/${attempt_id}`;
  }

  /** All that an attempt has written. */
  async output(attempt: Assignment): Promise<string> {
    return (await this.machine.readFile(`${this.folder(attempt)}/output`)).toString();
  }

  /** Waits until an attempt has written a line that holds a text. */
  async written(attempt: Assignment, text: string): Promise<void> {
    await this.until(`grep --quiet '${text}' ${this.folder(attempt)}/output`);
  }

  /** Where an attempt runs. */
  async where(attempt: Assignment): Promise<StartedRecord> {
    const text = await this.machine.readFile(`${this.folder(attempt)}/started.json`);
    return JSON.parse(text.toString()) as StartedRecord;
  }

  /** How an attempt ended, once its supervisor has written that down. */
  async exit(attempt: Assignment): Promise<ExitRecord> {
    const path = `${this.folder(attempt)}/exit.json`;
    await this.until(`test -e ${path}`);
    return JSON.parse((await this.machine.readFile(path)).toString()) as ExitRecord;
  }

  /** Rejects when a process of a job lives in the machine at this moment: whatever runs as `digest`. */
  async noProcess(): Promise<void> {
    // Others come and go while it looks.
    const look = 'find /proc -maxdepth 1 -ignore_readdir_race -user digest';
    const living = await this.shell(look);
    if (living !== '') throw new Error(`there are processes of jobs: ${living}`);
  }

  /**
   * Waits until no unit and no supervisor of an attempt is left: they go a moment after the last process of the job.
   * Rejects where a unit of the machine has failed.
   */
  async untilBare(): Promise<void> {
    const units = `systemctl list-units --all --plain --no-legend 'hearth-*.scope'`;
    const supervisors = `grep --files-with-matches --null-data '/attempt[.]pl$' /proc/[0-9]*/cmdline 2>/dev/null`;
    await this.until(`test -z "$(${units}; ${supervisors})"`);
    const failed = await this.shell('systemctl list-units --failed --plain --no-legend');
    if (failed !== '') throw new Error(`units have failed: ${failed}`);
  }
}

function boot({ path }: TemporaryFolder): Promise<Machine> {
  const data = { host: path, inside: DATA, writable: true };
  return bootSystemd({ binds: [{ host: process.execPath }, { host: REPOSITORY }, data] });
}
