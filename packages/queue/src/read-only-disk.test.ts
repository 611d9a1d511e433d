import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { temporaryFolder } from './temporary.test.helper.ts';

const CHILD = fileURLToPath(new URL('./read-only-disk.test.child.ts', import.meta.url));

test('a disk that becomes read-only under the queue is said, nothing accepted is lost, and it goes on when it may write again', ({
  skip,
}) => {
  const { status } = spawnSync('/usr/bin/unshare', ['--mount', 'true']);
  if (status !== 0) return skip('no right to mounts of its own');
  const args = ['--mount', process.execPath, '-C', '@hearth/source', CHILD, temporaryFolder()];
  const saw = JSON.parse(execFileSync('/usr/bin/unshare', args, { encoding: 'utf8' })) as Saw;
  if ('skipped' in saw) return skip(saw.skipped);

  expect(saw.refused).toMatchObject({ code: 'input-output' });
  expect(saw.before).toEqual([1, 2, 3]);
  const isReadOnly = {
    message: expect.stringContaining('hearth.db cannot be written'),
    hint: expect.stringContaining('not mounted read-only'),
  };
  expect(saw.readOnly).toMatchObject({ code: 'read-only', ...isReadOnly });
  expect(saw.meanwhile).toBe(3);
  expect(saw.unopenable).toMatchObject({ code: 'not-writable', ...isReadOnly });
  expect(saw.after).toEqual([1, 2, 3]);
  expect(saw.goesOn).toBe(4);
});

/** What the process saw, in this order. */
type Saw =
  | { readonly skipped: string }
  | {
      /** What it was told while the files could not be written. */
      readonly refused: object;
      /** The runs that were accepted before, one of them by the same queue after it could write again. */
      readonly before: readonly number[];
      /** What it was told after the kernel had made the disk read-only, and how many runs it could still see. */
      readonly readOnly: object;
      readonly meanwhile: number;
      /** Why a new queue could not be opened there. */
      readonly unopenable: object;
      /** The runs that were there after the disk had been mounted again, and one more. */
      readonly after: readonly number[];
      readonly goesOn: number;
    };
