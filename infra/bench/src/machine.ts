import { statfsSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';

/** What the figures were measured on. Without it they mean little. */
export interface Machine {
  readonly cores: number;
  readonly model: string;
  /** Bytes. */
  readonly memory: number;
  readonly node: string;
  /** The system and the file system that the databases lie on. */
  readonly system: string;
  /** The versions of what was measured. */
  readonly parts: Readonly<Record<string, string>>;
}

/** By the magic numbers of statfs(2). */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  0xef53: 'ext4',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0xf2f52010: 'f2fs',
  0x794c7630: 'overlay',
  0x01021994: 'tmpfs, where a sync costs nothing: the figures of "a power cut" are not real',
};

/** Describes this machine, and the file system of `folder`. */
export function describeMachine(folder: string, parts: Readonly<Record<string, string>>): Machine {
  const kind = statfsSync(folder).type;
  const fileSystem = FILE_SYSTEMS[kind] ?? `a file system of the kind 0x${kind.toString(16)}`;
  return {
    cores: cpus().length,
    model: cpus()[0]?.model.trim() ?? 'an unknown kind',
    memory: totalmem(),
    node: process.versions.node,
    system: `${type()} ${release()}, ${fileSystem}`,
    parts,
  };
}
