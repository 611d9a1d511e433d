import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, ENVIRONMENT } from './command.ts';

const APT = 'env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300'.split(' ');

/**
 * Sees to it that this computer has `program`, if need be by installing the Debian package `name`.
 * Rejects, saying what to install, when it is missing and cannot be had.
 */
export async function needProgram(program: string, name: string): Promise<void> {
  if (missingProgram([program]) === undefined) return;
  const install = () => command([...APT, 'install', '-y', '--no-install-recommends', name]);
  try {
    // The package index may be missing or of another day: then it is fetched, once.
    await install().catch(() => command([...APT, 'update']).then(install));
  } catch (cause) {
    throw new Error(
      `${program} is missing, and the package ${name} could not be installed: ${String(cause)}`,
      { cause },
    );
  }
}

/** Of these programs the first that this computer has not got; undefined when it has all. */
export function missingProgram(programs: readonly string[]): string | undefined {
  const folders = (ENVIRONMENT['PATH'] ?? '').split(':');
  return programs.find((program) => !folders.some((folder) => existsSync(join(folder, program))));
}
