import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Runs `systemctl` with these words and gives what it prints. Rejects where it fails. */
export type Systemctl = (...words: string[]) => Promise<string>;

/** A machine that systemd runs: whom to ask for its units, and where the kernel shows its control groups. */
export interface Machine {
  readonly systemctl: Systemctl;
  /** Path of the control groups, `/sys/fs/cgroup`. */
  readonly cgroups: string;
}

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  systemctl: async (...words) => (await promisify(execFile)('systemctl', words)).stdout,
  cgroups: '/sys/fs/cgroup',
};

/** True when systemd runs this machine: the test that its own manual names (`sd_booted`). */
export function systemdRuns(): boolean {
  return existsSync('/run/systemd/system');
}
