import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Assignment } from '@hearth/wire';

import { SCOPE_BASICS } from './environment.ts';
import type { Place } from './place.ts';
import { send } from './place-plain.ts';
import type { StartedRecord } from './records.ts';

/** Runs `systemctl` and gives what it prints. */
export type Systemctl = (...words: string[]) => Promise<string>;

/** True when systemd runs this machine: the test that its own manual names (`sd_booted`). */
export function systemdRuns(): boolean {
  return existsSync('/run/systemd/system');
}

/**
 * What of the kernel's resource control is missing on this machine; null when nothing is. It is off at boot on some
 * Raspberry Pis, and systemd then takes a limit of memory, shows it, and keeps it nowhere.
 */
export function controlFault(available: string | null): string | null {
  if (available === null) {
    return (
      'this machine has control groups of version 1, which do not tell of a job that is killed for memory: its run ' +
      'will end as "ended by SIGKILL". Take systemd.unified_cgroup_hierarchy=0 off the kernel\'s command line and restart'
    );
  }
  if (available.split(/\s+/).includes('memory')) return null;
  return (
    'the memory controller is off, so NO JOB HAS A LIMIT OF MEMORY: add cgroup_enable=memory to the one line of ' +
    '/boot/firmware/cmdline.txt and restart the machine'
  );
}

/** The kernel's list of controllers; null where they are those of cgroup v1. */
export function controllers(): string | null {
  const path = '/sys/fs/cgroup/cgroup.controllers';
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * Where the tree of cgroup v2 is, in which every process of a scope is listed; null where there is none. Beside
 * controllers of version 1 systemd keeps it too, one folder lower, with the same paths and without any limit in it.
 */
export function cgroupTree(): string | null {
  const places = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
  return places.find((place) => existsSync(join(place, 'cgroup.controllers'))) ?? null;
}

/** The machine's own `systemctl`. */
export const systemctl: Systemctl = async (...words) =>
  (await promisify(execFile)('systemctl', words)).stdout;

/** A systemd scope for each attempt, under the slice of its class, with the limits of its class. */
export function scopePlace(ask: Systemctl): Place {
  return {
    kind: 'scope',
    basics: SCOPE_BASICS,
    fault: (className) => sliceFault(className, ask),
    userOf: ({ user }) => user,
    commandLine: async (assignment, supervisor) =>
      scopeCommand(assignment, supervisor, await optionsOf(ask)),
    label: unitName,
    members: processesOf,
    signal: (where, signal) => {
      for (const pid of processesOf(where)) send(pid, signal);
    },
  };
}

/**
 * Why the slice of a class cannot be used. systemd makes a slice that has no unit file by itself, silently and
 * without any limit, and calls it loaded: only the path of its file tells.
 */
export async function sliceFault(className: string, ask: Systemctl): Promise<string | null> {
  const unit = `hearth-${className}.slice`;
  const path = await ask('show', '--property=FragmentPath', '--value', unit);
  if (path.trim() !== '') return null;
  return (
    `class ${className} has no slice unit on this machine: ${unit} is not installed. ` +
    'Write it with "hearth slices write /etc/systemd/system", then run "systemctl daemon-reload"'
  );
}

/** The options of `systemd-run` that this machine's systemd needs and an older one would refuse. */
async function optionsOf(ask: Systemctl): Promise<readonly string[]> {
  const [about, policy] = await Promise.all([
    ask('--version'),
    // The scope of systemd itself, which is always there: of one that is not, nothing is known.
    ask('show', '--property=OOMPolicy', '--value', 'init.scope'),
  ]);
  const version = Number(/^systemd (\d+)/.exec(about)?.[1] ?? 0);
  return [
    // Since 254 a "$" in a job's command would be warned of in the job's own output, and one day be replaced.
    ...(version >= 254 ? ['--expand-environment=no'] : []),
    // Where scopes have a policy it is to stop the scope when the kernel kills one process of it for memory, and to
    // kill all of it a while later, the supervisor too. Only hearth ends a job, and it counts those kills.
    ...(policy.trim() === '' ? [] : ['--property=OOMPolicy=continue']),
  ];
}

/** The unit of an attempt; the attempt's id in it makes sure that no name is ever used twice. */
export function unitName(attempt: Pick<Assignment, 'job' | 'attempt_id'>): string {
  return `hearth-${attempt.job}-${attempt.attempt_id}.scope`;
}

/**
 * The command line that puts the supervisor into its scope. `systemd-run` turns into it, so the process that the
 * runner starts is the supervisor. The description is set because it would otherwise be the whole command line,
 * in the journal; nothing secret is in either. `options` are what this machine's systemd needs besides.
 */
export function scopeCommand(
  assignment: Assignment,
  supervisor: readonly string[],
  options: readonly string[],
): readonly string[] {
  return [
    'systemd-run',
    '--scope',
    '--quiet',
    '--collect',
    ...options,
    `--unit=${unitName(assignment)}`,
    `--slice=hearth-${assignment.class}.slice`,
    `--description=hearth run ${assignment.run_id} of ${assignment.job}`,
    `--property=MemoryMax=${assignment.memory_bytes}`,
    // Without it a job at its limit goes on in swap, which on a small machine is the same memory, compressed.
    '--property=MemorySwapMax=0',
    `--property=CPUQuota=${assignment.cpu_percent}%`,
    '--',
    ...supervisor,
  ];
}

/** Every process of the scope's cgroup, and of those that the job made below it, but the supervisor. */
function processesOf({ cgroup, supervisor_pid }: StartedRecord): number[] {
  if (!/\/hearth-[^/]+\.scope$/.test(cgroup)) {
    throw new Error(`"${cgroup}" is no scope of hearth's: its processes are left alone`);
  }
  const tree = cgroupTree();
  // Without it every scope would look empty, and every job gone.
  if (tree === null) throw new Error('there is no cgroup v2: the processes of no job can be found');
  return processesBelow(join(tree, cgroup)).filter((pid) => pid !== supervisor_pid);
}

function processesBelow(folder: string): number[] {
  try {
    const own = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    const below = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    return [...own.map(Number), ...below.flatMap(({ name }) => processesBelow(join(folder, name)))];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // systemd removes the cgroup with the last process.
    if (code === 'ENOENT' || code === 'ENODEV') return [];
    throw error;
  }
}
