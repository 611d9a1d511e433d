import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the kernel holds a control group to: bytes, or `none`. Null where there is no such group at the moment. */
export type KernelLimit = number | 'none' | null;

/** Version 1 writes "no limit" as the largest number of pages; nothing real comes near it. */
const ENDLESS = 2 ** 60;

/**
 * Whether the kernel's memory controller is on, of either version. It is off at boot on some Raspberry Pis; systemd
 * then takes every limit of memory, shows it, and holds nothing to it.
 */
export function hasMemoryController(cgroups: string): boolean {
  const two = read(join(cgroups, 'cgroup.controllers'))?.trim().split(/\s+/);
  return two?.includes('memory') === true || existsSync(join(cgroups, 'memory/memory.stat'));
}

/** The limit of memory that the kernel itself has for a control group, and what the group uses, in bytes. */
export function kernelMemory(
  cgroups: string,
  group: string,
): { readonly limit: KernelLimit; readonly used: number | null } {
  const folders = [
    { at: join(cgroups, group), limit: 'memory.max', used: 'memory.current' },
    {
      at: join(cgroups, 'memory', group),
      limit: 'memory.limit_in_bytes',
      used: 'memory.usage_in_bytes',
    },
  ];
  const there = folders.find(({ at, limit }) => existsSync(join(at, limit)));
  // A group that is there without the file is one whose memory nobody counts.
  if (there === undefined)
    return { limit: existsSync(join(cgroups, group)) ? 'none' : null, used: null };
  const limit = read(join(there.at, there.limit))?.trim();
  if (limit === undefined) return { limit: null, used: null };
  const used = read(join(there.at, there.used));
  return { limit: limitOf(limit), used: used === null ? null : Number(used) };
}

function limitOf(text: string): KernelLimit {
  return text === 'max' || Number(text) >= ENDLESS ? 'none' : Number(text);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // The group may go at any moment, with the last of its processes.
    if (code === 'ENOENT' || code === 'ENODEV') return null;
    throw error;
  }
}
