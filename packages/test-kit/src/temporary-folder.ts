import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for one test; `await using` removes it at the end of the block. */
export interface TemporaryFolder extends AsyncDisposable {
  /** Its absolute path. */
  readonly path: string;
  /** Removes the folder and everything in it; a second time does nothing. */
  remove(): Promise<void>;
}

/** Makes an empty folder with a name that nobody else has, in the system's folder for such things. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, remove, [Symbol.asyncDispose]: remove };
}
