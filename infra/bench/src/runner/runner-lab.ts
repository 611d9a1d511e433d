import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { bootSystemd, type Machine } from '@hearth/testbed';

import { coldNode } from '../cold-node.ts';
import { readUnit } from '../gateway/unit.ts';
import type { LoneGateway } from './lone-gateway.ts';
import { CLOCK, WaitingShell } from './waiting-shell.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
/** V8's flags of the unit that runs the runner. */
export const UNIT_FLAGS: readonly string[] = readUnit(
  readFileSync(`${ROOT}/infra/systemd/hearth-runner.service`, 'utf8'),
).flags;
const SERVICE = 'hearth-runner.service';

/** A booted systemd in which a built runner is a service. */
export class RunnerLab implements AsyncDisposable {
  readonly #machine: Machine;
  readonly #gateway: LoneGateway;
  readonly #shell: WaitingShell;

  private constructor(machine: Machine, gateway: LoneGateway, shell: WaitingShell) {
    this.#machine = machine;
    this.#gateway = gateway;
    this.#shell = shell;
  }

  /** Its data lie in `folder`, on a real disk. Resolves when the runner has asked for work. */
  static async open(gateway: LoneGateway, folder: string): Promise<RunnerLab> {
    await chmod(folder, 0o755);
    const data = { host: folder, inside: '/var/lib/hearth', writable: true };
    const node = coldNode(folder);
    const machine = await bootSystemd({
      binds: [{ host: node }, { host: ROOT }, data],
    });
    try {
      await machine.writeFile(
        '/etc/hearth/house.yaml',
        'timezone: UTC\nclasses: { light: { concurrency: 1, memory: 256M, cpu: 400% } }\n',
      );
      await machine.writeUnit('hearth.slice', '[Slice]\nMemoryMax=90%\n');
      await machine.writeUnit('hearth-light.slice', '[Slice]\nMemoryMax=1G\n');
      const program = `${node} ${UNIT_FLAGS.join(' ')} ${ROOT}/apps/runner/bin/hearth-runner.js`;
      await machine.writeUnit(
        SERVICE,
        `[Service]\nExecStart=${program} --name=pi --url=${gateway.url}\nOOMScoreAdjust=-500\n`,
      );
      await machine.run(['systemctl', 'start', SERVICE]);
      await gateway.asked;
      return new RunnerLab(machine, gateway, await WaitingShell.open(machine, folder));
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#machine.stop();
  }

  /** Milliseconds from the claim's answer to the job's first instruction. */
  async start(): Promise<number> {
    // Of a run that fails, its last output is told.
    const { answeredAt, ended } = await this.#gateway.carryOut(['bash', '-c', `${CLOCK}; exit 1`]);
    return (timeIn(ended.last_output ?? '') - answeredAt) * 1000;
  }

  /** Milliseconds from the start of a bare `systemd-run --scope` to the first instruction of its program. */
  async bare(): Promise<number> {
    const [before = '', after = ''] = await this.#shell.ask();
    return (timeIn(after) - timeIn(before)) * 1000;
  }

  /** Has a job print so many bytes. */
  async print(bytes: number): Promise<void> {
    const { ended } = await this.#gateway.carryOut(['sh', '-c', `yes | head -c ${bytes}`]);
    if (ended.outcome !== 'exited')
      throw new Error(`the job that prints ended as ${ended.outcome}`);
  }

  /** Resident memory of the runner, in MiB. */
  async rss(): Promise<number> {
    const script = `sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$(systemctl show --property=MainPID --value ${SERVICE})/status`;
    const { stdout } = await this.#machine.run(['sh', '-c', script]);
    return Number(stdout) / 1024;
  }
}

function timeIn(text: string): number {
  const time = Number.parseFloat(text);
  if (Number.isNaN(time)) throw new Error(`"${text}" is no time`);
  return time;
}
