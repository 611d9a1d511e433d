import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
  checkEffect,
  formatEffectProblem,
  holdsLimit,
  lostLimit,
  refusalOf,
  scopeOptions,
  TASKS_OF_A_RUN,
  type Machine,
  type ScopeOptions,
} from '@hearth/slices';
import type { Assignment } from '@hearth/wire';
import { bytes, name, type ClassName } from '@hearth/words';

import { backstopSeconds } from './backstop.ts';
import { SCOPE_BASICS } from './environment.ts';
import type { Place } from './place.ts';
import { send } from './place-plain.ts';
import type { StartedRecord } from './records.ts';

/**
 * Where the tree of cgroup v2 is, in which every process of a scope is listed; null where there is none. Beside
 * controllers of version 1 systemd keeps it too, one folder lower, with the same paths and without any limit in it.
 */
export function cgroupTree(): string | null {
  const places = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
  return places.find((place) => existsSync(join(place, 'cgroup.controllers'))) ?? null;
}

/** A systemd scope for each attempt, under the slice of its class, with the limits of its class. */
export function scopePlace(machine: Machine): Place {
  const known = optionsOf(machine);
  return {
    kind: 'scope',
    basics: SCOPE_BASICS,
    fault: async (assignment) => {
      const wanted = {
        name: name<ClassName>(assignment.class),
        memory: bytes(assignment.memory_bytes),
      };
      // The kernel's word is enough, and costs nothing; where it has none yet, systemd is asked.
      if (holdsLimit(wanted.name, machine)) return null;
      return refusalOf(await checkEffect([wanted], machine), assignment.class);
    },
    refusals: async (classes) => {
      const wanted = [...classes].map(([text, { memory }]) => ({
        name: name<ClassName>(text),
        memory: bytes(memory),
      }));
      const effect = await checkEffect(wanted, machine);
      const found = wanted.map((one) => [one.name, refusalOf(effect, one.name)] as const);
      return new Map(found.flatMap(([one, why]) => (why === null ? [] : [[one, why]])));
    },
    lost: (className) => {
      const problem = lostLimit(name<ClassName>(className), machine);
      return problem === null ? null : formatEffectProblem(problem);
    },
    userOf: ({ user }) => user,
    commandLine: async (assignment, supervisor) =>
      scopeCommand(assignment, supervisor, await known()),
    label: unitName,
    members: processesOf,
    signal: (where, signal) => {
      for (const pid of processesOf(where)) send(pid, signal);
    },
  };
}

/** What this machine's systemd knows, asked again only where it has been replaced: to ask costs as much as a scope. */
function optionsOf(machine: Machine): () => Promise<ScopeOptions> {
  let asked: { readonly of: string; readonly options: Promise<ScopeOptions> } | null = null;
  return () => {
    const of = installed();
    if (asked === null || asked.of !== of) {
      const options = scopeOptions(machine);
      asked = { of, options };
      // One that could not be answered is asked again.
      options.catch(() => (asked = null));
    }
    return asked.options;
  };
}

/** Which `systemd-run` this machine has: an upgrade brings another file. */
function installed(): string {
  const found = statSync('/usr/bin/systemd-run', { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}

/** The unit of an attempt; the attempt's id in it makes sure that no name is ever used twice. */
export function unitName(attempt: Pick<Assignment, 'job' | 'attempt_id'>): string {
  return `hearth-${attempt.job}-${attempt.attempt_id}.scope`;
}

/**
 * The command line that puts the supervisor into its scope. `systemd-run` turns into it, so the process that the
 * runner starts is the supervisor. The description is set because it would otherwise be the whole command line,
 * in the journal; nothing secret is in either. A scope that failed is let go of at once (`--collect`): what systemd has
 * to say of it the supervisor asks while it is there.
 */
export function scopeCommand(
  assignment: Assignment,
  supervisor: readonly string[],
  { words, backstop }: Pick<ScopeOptions, 'words' | 'backstop'>,
): readonly string[] {
  return [
    'systemd-run',
    '--scope',
    '--quiet',
    '--collect',
    ...words,
    `--unit=${unitName(assignment)}`,
    `--slice=hearth-${assignment.class}.slice`,
    `--description=hearth run ${assignment.run_id} of ${assignment.job}`,
    `--property=MemoryMax=${assignment.memory_bytes}`,
    // Without it a job at its limit goes on in swap, which on a small machine is the same memory, compressed.
    '--property=MemorySwapMax=0',
    `--property=CPUQuota=${assignment.cpu_percent}%`,
    // As much of its slice as one run is meant to have: a fork bomb must leave the others theirs.
    `--property=TasksMax=${TASKS_OF_A_RUN}`,
    // When systemd ends it, with the machine or at the backstop, it gives it the job's own grace.
    `--property=TimeoutStopSec=${milliseconds(assignment.grace_seconds + 1)}`,
    ...(backstop ? [`--property=RuntimeMaxSec=${milliseconds(backstopSeconds(assignment))}`] : []),
    '--',
    ...supervisor,
  ];
}

function milliseconds(seconds: number): string {
  return `${Math.ceil(seconds * 1000)}ms`;
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
    return [...own.map(Number), ...below.flatMap((one) => processesBelow(join(folder, one.name)))];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // systemd removes the cgroup with the last process.
    if (code === 'ENOENT' || code === 'ENODEV') return [];
    throw error;
  }
}
