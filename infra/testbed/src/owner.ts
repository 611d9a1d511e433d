import { randomBytes } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';

const NAME = /^hearth-testbed-(?<space>\d+)-(?<pid>\d+)-(?<started>\d+)-[0-9a-f]+$/;

/** A name that nobody else has for a machine of this process; it tells who its owner is (see {@link isOrphan}). */
export async function newMachineName(): Promise<string> {
  const started = await startOf(process.pid);
  return `hearth-testbed-${await pidSpace()}-${process.pid}-${started}-${randomBytes(3).toString('hex')}`;
}

/**
 * Whether a name is that of a machine whose owner is dead. Processes of another process namespace cannot be seen
 * from here: their machines are never orphans.
 */
export async function isOrphan(name: string): Promise<boolean> {
  const { space, pid, started } = NAME.exec(name)?.groups ?? {};
  if (space !== (await pidSpace())) return false;
  return (await startOf(Number(pid))) !== started;
}

/** When a process started, in the kernel's ticks: with it a pid that was given away again is told apart. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in parentheses, which may hold anything; the start is the twenty-second.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

async function pidSpace(): Promise<string> {
  return (await readlink('/proc/self/ns/pid')).replaceAll(/\D/g, '');
}
