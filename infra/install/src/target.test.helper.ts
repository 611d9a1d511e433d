import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bootSystemd, type Machine } from '@hearth/testbed';

import { type App, APPS, type Architecture } from './app.ts';
import { assemble, type Bundle } from './assemble.ts';

/** A machine that sees the bundles of all apps, and what a test does on it. */
export interface Target extends AsyncDisposable {
  readonly machine: Machine;
  /** The version that a bundle installs. */
  readonly build: (app: App) => string;
  /** Path, in the machine, of the `install` of an app. */
  readonly installer: (app: App) => string;
  /** The same of a copy under another version, which a shell script, run in its folder, may have changed. */
  readonly variant: (app: App, build: string, change?: string) => Promise<string>;
  /** Runs a shell script; what it prints, errors too. Throws when it ends with another code than `code`. */
  readonly shell: (script: string, code?: number) => Promise<string>;
  /** Runs a job to its end; what it wrote, as the gateway tells it. Throws when it does not succeed. */
  readonly outputOf: (job: string) => Promise<string>;
}

/** Makes the bundles of all apps and boots a machine that has nothing of them yet. */
export async function bootTarget(): Promise<Target> {
  const place = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  const bundles = {} as Record<App, Bundle>;
  for (const app of APPS) bundles[app] = await assemble(app, process.arch as Architecture, place);
  const machine = await bootSystemd({ binds: [{ host: place, inside: '/srv/bundles' }] });

  async function shell(script: string, code = 0): Promise<string> {
    const done = await machine.run(['sh', '-c', `exec 2>&1; ${script}`], { timeoutSeconds: 80 });
    if (done.code !== code) {
      throw new Error(`${script}\nended with ${done.code}, not ${code}:\n${done.stdout}`);
    }
    return done.stdout;
  }

  return {
    machine,
    shell,
    build: (app) => bundles[app].build,
    installer: (app) => `/srv/bundles/${bundles[app].name}/install`,
    async variant(app, build, change = 'true') {
      const from = `/srv/bundles/${bundles[app].name}`;
      const folder = `/srv/${app}-${build}`;
      // Node is linked to, because it is large and this machine's files are in memory.
      await shell(`set -e; mkdir ${folder}; cd ${folder}; cp -R ${from}/app ${from}/install .; ln -s ${from}/node node
        sed -i 's/^build=.*/build=${build}/' app/about; ${change}`);
      return `${folder}/install`;
    },
    async outputOf(job) {
      const done = await machine.run(['hearth', 'run', job, '--wait']);
      if (done.code !== 0) throw new Error(`${job} did not succeed: ${done.stderr}`);
      return done.stdout;
    },
    async [Symbol.asyncDispose]() {
      await machine.stop();
      await rm(place, { recursive: true });
    },
  };
}
