import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import { instant, name, type JobName } from '@hearth/words';

import { openQueue } from './open.ts';
import { StorageError } from './problem.ts';
import type { Queue } from './queue.ts';

// A process with mounts of its own, so that nothing is left when it ends. It opens a queue on an ext4 that becomes
// read-only under it, as the kernel makes one whose card fails, and says what it saw, in one line of JSON.
const [folder = ''] = process.argv.slice(2);
const image = join(folder, 'disk.img');
const disk = join(folder, 'disk');
const job: JobName = name('nightly-digest');
const now = instant(0);

const fault = mounted();
if (fault === null) process.exit();

const queue = opened();
const before = [accepted(queue), accepted(queue)];
// The kernel takes no more writes to the two files, and takes them again.
execFileSync('/usr/bin/chattr', ['+i', queue.file, `${queue.file}-wal`]);
const refused = refusal(queue);
execFileSync('/usr/bin/chattr', ['-i', queue.file, `${queue.file}-wal`]);
before.push(accepted(queue));
writeFileSync(fault, 'a fault that was asked for');
const readOnly = refusal(queue);
const meanwhile = queue.counts().ready;
const unopenable = closedAndRefused(queue);
execFileSync('/bin/umount', [disk]);
execFileSync('/bin/mount', ['-o', 'loop', image, disk]);
const again = opened();
const after = again.runs({ limit: 100 }).runs.map(({ id }) => id);
const goesOn = accepted(again);
again.close();
execFileSync('/bin/umount', [disk]);
say({ before, refused, readOnly, meanwhile, unopenable, after: after.toReversed(), goesOn });

/** Mounts the disk. Answers what to write to for a fault of it, or says why it cannot be had here and answers null. */
function mounted(): string | null {
  mkdirSync(disk);
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  try {
    execFileSync('/sbin/mke2fs', ['-q', '-t', 'ext4', '-F', image], { stdio: 'pipe' });
    execFileSync('/bin/mount', ['-o', 'loop,errors=remount-ro', image, disk], { stdio: 'pipe' });
    execFileSync('/usr/bin/lsattr', ['-d', disk], { stdio: 'pipe' });
    const place = `/sys/fs/ext4/${deviceName()}/trigger_fs_error`;
    accessSync(place, constants.W_OK);
    return place;
  } catch (error) {
    say({ skipped: `no ext4 on a loop device can be mounted and made to fail: ${String(error)}` });
    return null;
  }
}

function deviceName(): string {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const [device = ''] = mounts.find((line) => line.split(' ')[1] === disk)?.split(' ') ?? [];
  return basename(device);
}

function opened(): Queue {
  const answer = openQueue({ folder: join(disk, 'data'), now });
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.queue;
}

function accepted(open: Queue): number {
  const answer = open.enqueue({ job, priority: 'batch', now });
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.run.id;
}

function refusal(open: Queue): object {
  try {
    return { accepted: accepted(open) };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { code: error.code, message: error.message, hint: error.hint };
  }
}

function closedAndRefused(open: Queue): object {
  open.close();
  const answer = openQueue({ folder: join(disk, 'data'), now });
  if (answer.ok) throw new Error('A queue was opened on a disk that takes no writes.');
  return answer.problem;
}

function say(word: object): void {
  process.stdout.write(`${JSON.stringify(word)}\n`);
}
