/**
 * The runner: claims runs from the gateway over HTTP, starts each in its place, follows it to its end and reports
 * it. `hearth runner` calls {@link main}; `hearth up` starts this file as a process of its own.
 *
 * @module
 */
import { resolve } from 'node:path';

import { checkEffect, formatEffectProblem, scopeOptions, systemdRuns } from '@hearth/slices';
import { tellSystemd } from '@hearth/watchdog';
import { bytes, name, type ClassName } from '@hearth/words';

import type { Environment } from './environment.ts';
import { listClasses, type ServedClass } from './list-classes.ts';
import { readOptions, type Options } from './options.ts';
import { cgroupTree } from './place-scope.ts';
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
  // What the modes of its files say is then what they have; the supervisor sets that of each job.
  process.umask(0o022);
  // A log that nobody reads any more must not be the end of the runner.
  process.stdout.on('error', () => {});
  const classes = await listClasses(options.manifest);
  if (!options.plain) await warn(classes);
  const told = untilTold();
  const runner = await startRunner({
    ...options,
    data: resolve(options.data),
    classes,
    place: options.plain ? 'plain' : 'scope',
    environment: env,
    log,
  });
  const service = tellSystemd(env, log);
  await service.ready();
  await Promise.race([told, runner.failed]);
  await end(runner, options);
  service.close();
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

/** Says what of this machine is not as it should be and keeps no run from starting. */
async function warn(classes: ReadonlyMap<string, ServedClass>): Promise<void> {
  const wanted = [...classes].map(([text, { memory }]) => ({
    name: name<ClassName>(text),
    memory: bytes(memory),
  }));
  const [{ problems }, { lost }] = await Promise.all([checkEffect(wanted), scopeOptions()]);
  for (const one of problems) if (!one.refuses) log(formatEffectProblem(one));
  for (const one of lost) log(one);
}

function log(line: string): void {
  process.stdout.write(`runner: ${line}\n`);
}

if (import.meta.main) {
  // A channel to the parent, which is only there to notice its end, would keep this process.
  process.exit(await main(process.argv.slice(2)));
}
