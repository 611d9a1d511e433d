/**
 * The runner: claims runs from the gateway over HTTP, starts each in its place, follows it to its end and reports
 * it. `hearth runner` calls {@link main}; `hearth up` starts this file as a process of its own.
 *
 * @module
 */
import { resolve } from 'node:path';

import type { Environment } from './environment.ts';
import { listClasses } from './list-classes.ts';
import { readOptions, type Options } from './options.ts';
import {
  cgroupTree,
  controlFault,
  controllers,
  sliceFault,
  systemctl,
  systemdRuns,
} from './place-scope.ts';
import { Refusal } from './refusal.ts';
import { startRunner, type Runner } from './runner.ts';

export { startRunner, type Runner, type RunnerOptions } from './runner.ts';
export { Refusal } from './refusal.ts';

/** Runs a runner until it is told to end. Resolves to the exit code: 0 done, 1 it failed, 2 wrong use. */
export async function main(
  argv: readonly string[],
  env: Environment = process.env,
): Promise<number> {
  const parsed = readOptions(argv, env);
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.text);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    process.stderr.write(`hearth runner: ${parsed.message}\nSee "hearth runner --help".\n`);
    return 2;
  }
  try {
    await work(parsed.options, env);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`hearth runner: ${error.message}\n`);
    return 1;
  }
}

async function work(options: Options, env: Environment): Promise<void> {
  if (!options.plain && !systemdRuns()) {
    throw new Refusal(
      'systemd does not run this machine, and without it no job has a limit of memory or CPU: ' +
        'give --plain to run jobs as plain processes all the same',
    );
  }
  if (!options.plain && cgroupTree() === null) {
    throw new Refusal(
      'there is no cgroup v2 on this machine, and without it the processes of a job cannot be found: take ' +
        "systemd.unified_cgroup_hierarchy and systemd.legacy_systemd_cgroup_controller off the kernel's command " +
        'line and restart it, or give --plain to run jobs as plain processes all the same',
    );
  }
  const missing = options.plain ? null : controlFault(controllers());
  if (missing !== null) log(missing);
  // A log that nobody reads any more must not be the end of the runner.
  process.stdout.on('error', () => {});
  const classes = await listClasses(options.manifest);
  const told = untilTold();
  const runner = await startRunner({
    ...options,
    data: resolve(options.data),
    classes: options.plain ? classes : await withSlices(classes),
    place: options.plain ? 'plain' : 'scope',
    environment: env,
    log,
  });
  await Promise.race([told, runner.failed]);
  await end(runner, options);
}

async function end(runner: Runner, { stopJobs }: Options): Promise<void> {
  log(stopJobs ? 'told to end: stopping the jobs' : 'told to end: the jobs go on');
  await (stopJobs ? runner.shutDown() : runner.leave());
}

/** Resolves when a signal, or the end of the process that started this one with a channel to it, says so. */
function untilTold(): Promise<void> {
  return new Promise((told) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => told());
    if (process.connected) process.once('disconnect', () => told());
  });
}

/** The classes whose slice is there. One without is said aloud and not served: its runs wait, and "hearth why" says so. */
async function withSlices(classes: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const served = new Map<string, number>();
  for (const [name, places] of classes) {
    const fault = await sliceFault(name, systemctl);
    if (fault === null) served.set(name, places);
    else log(`NOT SERVED: ${fault}, and start the runner again`);
  }
  return served;
}

function log(line: string): void {
  process.stdout.write(`runner: ${line}\n`);
}

if (import.meta.main) {
  // A channel to the parent, which is only there to notice its end, would keep this process.
  process.exit(await main(process.argv.slice(2)));
}
