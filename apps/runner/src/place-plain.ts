import { plainBasics, type Environment } from './environment.ts';
import type { Place } from './place.ts';
import { listProcesses, lookUp } from './process-table.ts';
import type { Process } from './process-table.ts';
import type { StartedRecord } from './records.ts';

/**
 * Plain processes, for trying hearth without systemd. A job's processes are those of its supervisor's session. One
 * that makes a session of its own (a daemon) escapes, and no limit of memory or CPU is kept: that takes a scope.
 */
export function plainPlace(own: Environment): Place {
  return {
    kind: 'plain',
    basics: plainBasics(own),
    fault: () => Promise.resolve(null),
    refusals: () => Promise.resolve(new Map()),
    lost: () => null,
    userOf: () => '',
    commandLine: (_, supervisor) => Promise.resolve(supervisor),
    label: (_, { pid }) => `process group ${pid}`,
    members: (where) => processesOf(where).map(({ pid }) => pid),
    signal: (where, signal) => {
      for (const group of new Set(processesOf(where).map((one) => one.group))) send(-group, signal);
    },
  };
}

/**
 * The living processes of the session. The kernel gives a number away again only when no process, group or session
 * bears it: so a stranger that bears the supervisor's number proves that its session has been empty before.
 */
function processesOf({ supervisor_pid: leader, supervisor_start_ticks }: StartedRecord): Process[] {
  const bearer = lookUp(leader);
  if (bearer !== null && bearer.startTicks !== supervisor_start_ticks) return [];
  return listProcesses().filter(
    ({ pid, session, living }) => session === leader && pid !== leader && living,
  );
}

/** Sends a signal to a process, or to a group by its negative number. One that has just gone is what was wanted. */
export function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
