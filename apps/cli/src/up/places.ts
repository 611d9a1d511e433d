import { constants, existsSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Problem, systemCode } from '../problem.ts';

/** The repo that this file lies in, seen from `src/up` as from `dist/up`. */
const REPO = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folder of the example house's manifest. */
export const EXAMPLE: string = join(REPO, 'infra/manifest');

/** Which folders a house in one terminal uses. */
export interface Places {
  readonly manifest: string;
  readonly data: string;
  /** The house is the repo's own example. */
  readonly isExample: boolean;
}

/**
 * The folders, by what was given; an empty text is the example house and its data folder, which only a checkout of the
 * repo has. Throws a {@link Problem} where one of them is wanted and this is not a checkout.
 */
export function places(
  given: { readonly manifest: string; readonly data: string },
  repo: string = REPO,
): Places {
  const example = join(repo, 'infra/manifest');
  const missing = [
    ...(given.manifest === '' ? ['--manifest FOLDER'] : []),
    ...(given.data === '' ? ['--data FOLDER'] : []),
  ];
  if (missing.length > 0 && !existsSync(example)) {
    throw new Problem(
      'the example house is only in a checkout of the repository, and this is an installed hearth',
      `give ${missing.join(' and ')}; what systemd runs is told by "hearth status"`,
      2,
    );
  }
  const manifest = resolve(given.manifest === '' ? example : given.manifest);
  const data = resolve(given.data === '' ? join(repo, '.hearth') : given.data);
  return { manifest, data, isExample: manifest === example };
}

/** Makes the data folder where it is missing. Throws a {@link Problem} where nothing can be written to it. */
export async function prepareData(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Problem(
      `the data folder ${folder} cannot be used (${reason(systemCode(error))})`,
      'make it writable for this user, or name another one with --data or HEARTH_DATA',
    );
  }
}

function reason(code: string | null): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there';
    case 'EROFS':
      return 'its file system is read-only';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is not a folder';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return code ?? 'for an unknown reason';
  }
}
