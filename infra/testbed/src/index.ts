/**
 * Real parts to test against: a systemd that enforces limits, booted in a second on this computer's kernel, and a small
 * machine with a kernel, a disk and a power switch. For tests alone; nothing that a house runs on.
 *
 * @module
 */
export {
  bootMachine,
  type BootOptions,
  type MachineOptions,
  type SmallMachine,
} from './boot-machine.ts';
export { bootSystemd, type SystemdOptions } from './boot-systemd.ts';
export { canBoot, canBootMachine } from './can-boot.ts';
export type { CommandResult } from './command.ts';
export type { Bind, Machine, RunOptions } from './machine.ts';
export { rootFileSystem, type Recipe } from './root-file-system.ts';
