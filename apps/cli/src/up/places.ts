import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Problem, systemCode } from '../problem.ts';

/** The repo that this file lies in, seen from `src/up` as from `dist/up`. */
const REPO = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folder of the example house's manifest. */
export const EXAMPLE: string = resolve(REPO, 'infra/manifest');

/** Which folders a house in one terminal uses. */
export interface Places {
  readonly manifest: string;
  readonly data: string;
  /** The house is the repo's own example. */
  readonly isExample: boolean;
}

/** The folders, by what was given; an empty text is the example house and its data folder. */
export function places(given: { readonly manifest: string; readonly data: string }): Places {
  const manifest = resolve(given.manifest === '' ? EXAMPLE : given.manifest);
  const data = given.data === '' ? resolve(REPO, '.hearth') : resolve(given.data);
  return { manifest, data, isExample: manifest === EXAMPLE };
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
