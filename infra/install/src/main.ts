/**
 * `pnpm bundle gateway|runner|cli [--arch x64|arm64]`: makes the archive that puts one app into place on a machine, in
 * `dist/` of the repository.
 *
 * @module
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { type App, APPS, ARCHITECTURES, type Architecture, REPOSITORY } from './app.ts';
import { assemble } from './assemble.ts';
import { pack } from './pack.ts';

const USAGE = 'Usage: pnpm bundle gateway|runner|cli… [--arch x64|arm64]\n';

/** Runs one command line. Resolves to the exit code: 0 done, 2 wrong use. Rejects with what a person can mend. */
async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { arch: { type: 'string', default: process.arch } },
    allowPositionals: true,
  });
  const { arch } = values;
  if (positionals.length === 0 || !positionals.every(isApp) || !isArchitecture(arch)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const dist = join(REPOSITORY, 'dist');
  await mkdir(dist, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), 'hearth-bundle-'));
  try {
    for (const app of positionals) {
      const bundle = await assemble(app, arch, work);
      const file = relative(process.cwd(), await pack(bundle, dist));
      process.stdout.write(`${file} (${bundle.build})\n`);
    }
  } finally {
    await rm(work, { recursive: true });
  }
  return 0;
}

function isApp(word: string): word is App {
  return APPS.some((app) => app === word);
}

function isArchitecture(word: string): word is Architecture {
  return Object.hasOwn(ARCHITECTURES, word);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
