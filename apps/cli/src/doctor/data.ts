import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { textOf } from './ask.ts';
import { fault, type Finding, ok, warning } from './finding.ts';
import { findUser, GATEWAY_USER, type User } from './users.ts';

/** What is known of the data folder. */
export interface DataFacts {
  readonly folder: string;
  /** Null where it is not there. */
  readonly found: {
    readonly mode: number;
    readonly uid: number;
    readonly gid: number;
    readonly isReadOnly: boolean;
    readonly freeBytes: number;
    /** Who owns the queue in it; null where there is none yet. */
    readonly queueUid: number | null;
  } | null;
  /** Who writes to it: the gateway's user, or where there is none whoever asks. */
  readonly writer: User & { readonly name: string };
}

/** Below this hearth removes old output and may soon refuse runs; below the second it does. */
const LITTLE = 2 ** 30;
const TOO_LITTLE = 100 * 2 ** 20;

/** The data folder: can it be written to, and is there room? */
export async function checkData(folder: string): Promise<readonly Finding[]> {
  const user = await findUser(GATEWAY_USER);
  const self = { uid: process.getuid?.() ?? 0, groups: process.getgroups?.() ?? [] };
  const writer =
    user === null ? { name: 'this user', ...self } : { name: `user ${GATEWAY_USER}`, ...user };
  return verdictOnData({ folder, found: await look(folder), writer });
}

/** What is wrong with it. */
export function verdictOnData({ folder, found, writer }: DataFacts): readonly Finding[] {
  if (found === null) {
    return [
      fault(
        `there is no data folder ${folder}`,
        'run the ./install of the gateway, which makes it',
      ),
    ];
  }
  const { isReadOnly, freeBytes } = found;
  if (isReadOnly) {
    return [
      fault(
        `the data folder ${folder} is on a file system that is read-only`,
        'the card may be failing: look at "dmesg", then: mount -o remount,rw …',
      ),
    ];
  }
  if (!mayWrite(found, writer)) {
    return [
      fault(
        `the data folder ${folder} cannot be written to by ${writer.name}`,
        `chown root:${GATEWAY_USER} ${folder} && chmod 1771 ${folder}`,
      ),
    ];
  }
  if (found.queueUid !== null && found.queueUid !== writer.uid && writer.uid !== 0) {
    return [
      fault(
        `the queue ${folder}/hearth.db does not belong to ${writer.name}`,
        `chown ${GATEWAY_USER}:${GATEWAY_USER} ${folder}/hearth.db*`,
      ),
    ];
  }
  const free = `${Math.floor(freeBytes / 2 ** 20)} MiB are free in ${folder}`;
  const mend = 'free some room, or keep less output';
  if (freeBytes < TOO_LITTLE) return [fault(`only ${free}`, mend)];
  if (freeBytes < LITTLE) return [warning(`only ${free}`, mend)];
  return [ok(`${writer.name} can write to ${folder}; ${free}`)];
}

async function look(folder: string): Promise<DataFacts['found']> {
  try {
    const { mode, uid, gid, dev } = await stat(folder);
    const { bavail, bsize } = await statfs(folder);
    const queue = await stat(join(folder, 'hearth.db')).catch(() => null);
    return {
      mode,
      uid,
      gid,
      isReadOnly: await isMountedReadOnly(dev),
      freeBytes: bavail * bsize,
      queueUid: queue?.uid ?? null,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A file system that the kernel found faulty is still there and takes nothing; only its options tell. */
async function isMountedReadOnly(device: number): Promise<boolean> {
  const number = `${Math.floor(device / 256)}:${device % 256}`;
  const mounts = (await textOf('/proc/self/mountinfo')) ?? '';
  const line = mounts.split('\n').find((one) => one.split(' ')[2] === number);
  return line?.split(' - ')[1]?.split(' ')[2]?.split(',').includes('ro') === true;
}

function mayWrite(
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
  writer: User,
): boolean {
  const wanted = 0o3;
  if (writer.uid === 0) return true;
  if (writer.uid === uid) return ((mode >> 6) & wanted) === wanted;
  if (writer.groups.includes(gid)) return ((mode >> 3) & wanted) === wanted;
  return (mode & wanted) === wanted;
}
