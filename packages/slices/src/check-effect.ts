import type { ResourceClass } from '@hearth/manifest';

import { hasMemoryController, kernelMemory } from './kernel-limit.ts';
import { loadedSlices, type LoadedSlice } from './loaded-slices.ts';
import { thisMachine, type Machine } from './machine.ts';
import { sliceName } from './slice-name.ts';
import { HOUSE_SLICE } from './slice-text.ts';

/** The limit of a class that is in force on a machine, over its slice and all that it lies in. */
export interface EffectiveLimit {
  readonly class: string;
  readonly unit: string;
  /** Bytes for all its runs together; null where nothing limits them. */
  readonly bytes: number | null;
  /** The slice that has this limit; null where nothing limits them. */
  readonly from: string | null;
}

/** Something about the slices on a machine that is not as it should be. */
export interface EffectProblem {
  /** The class it is about; null where it is about all of them. */
  readonly class: string | null;
  /** True where no run of the class may start: nothing would hold it to its memory. */
  readonly refuses: boolean;
  /** What is wrong, in a sentence that names the class and the unit. */
  readonly message: string;
  /** How to mend it. */
  readonly hint: string;
}

/** What systemd and the kernel make of the slices of some classes. */
export interface Effect {
  readonly limits: readonly EffectiveLimit[];
  readonly problems: readonly EffectProblem[];
}

type Class = Pick<ResourceClass, 'name' | 'memory'>;

/** How a slice that is not installed comes to be. */
const INSTALL = 'run "hearth slices install"';

/**
 * Asks this machine, not the files, whether the limits of classes are in force: is the kernel's memory controller on,
 * does systemd know the slices, does it have the limits that their files say, and does the kernel have them. It takes
 * one `systemctl`, a few milliseconds up to some fifty on a small machine. Rejects where systemd cannot be asked.
 */
export async function checkEffect(
  classes: Iterable<Class>,
  machine: Machine = thisMachine,
): Promise<Effect> {
  const wanted = [...classes];
  const units = [HOUSE_SLICE, ...wanted.map(({ name }) => sliceName(name))];
  const loaded = await loadedSlices(units, machine.systemctl);
  const house = loaded.get(HOUSE_SLICE);
  const limits = wanted.map((one) => limitOf(one, house, loaded.get(sliceName(one.name))));
  const problems = [
    ...controllerProblems(machine),
    ...houseProblems(house),
    ...wanted.flatMap((one, index) => [
      ...classProblems(one, loaded.get(sliceName(one.name))),
      ...forceProblems(one, machine),
      ...tightProblems(one, limits[index]),
    ]),
  ];
  return { limits, problems: perClassOnce(problems) };
}

/**
 * Whether a class whose runs are going has lost the limit of its slice, as happens when its file is taken away and
 * systemd reads its files anew: systemd says nothing of it. It reads the kernel's files alone, and starts no process.
 */
export function lostLimit(
  className: Class['name'],
  machine: Machine = thisMachine,
): EffectProblem | null {
  return forceProblems({ name: className }, machine)[0] ?? null;
}

/**
 * Whether the kernel itself holds the slice of a class to a limit at this moment, which proves all that {@link checkEffect}
 * asks for; false also where the slice is not in use. It reads the kernel's files alone, and starts no process.
 */
export function holdsLimit(className: Class['name'], machine: Machine = thisMachine): boolean {
  return typeof kernelMemory(machine.cgroups, groupOf(className)).limit === 'number';
}

/** Why no run of the class may start, in a sentence with its mend; null where one may. */
export function refusalOf({ problems }: Effect, className: string): string | null {
  const found = problems.find(
    (one) => one.refuses && (one.class === null || one.class === className),
  );
  return found === undefined ? null : formatEffectProblem(found);
}

/** The problem on one line. */
export function formatEffectProblem({ message, hint }: EffectProblem): string {
  return `${message}; ${hint}`;
}

function limitOf(
  { name }: Class,
  house: LoadedSlice | undefined,
  slice: LoadedSlice | undefined,
): EffectiveLimit {
  const unit = sliceName(name);
  const limited = [slice, house].flatMap((one) =>
    one === undefined || one.memoryMax === null ? [] : [{ bytes: one.memoryMax, from: one.unit }],
  );
  const least = limited.toSorted((a, b) => a.bytes - b.bytes)[0];
  return { class: name, unit, bytes: least?.bytes ?? null, from: least?.from ?? null };
}

function controllerProblems({ cgroups }: Machine): EffectProblem[] {
  if (hasMemoryController(cgroups)) return [];
  return [
    {
      class: null,
      refuses: true,
      message: 'the memory controller of the kernel is off, so no limit of memory is kept',
      hint: "add cgroup_enable=memory to the one line of /boot/firmware/cmdline.txt (on other machines, take cgroup_disable=memory off the kernel's command line) and restart the machine",
    },
  ];
}

function houseProblems(house: LoadedSlice | undefined): EffectProblem[] {
  if (house !== undefined && house.memoryMax !== null) return outdated(null, house);
  const message = `nothing caps the memory of all runs together: ${HOUSE_SLICE} ${
    house?.installed === true ? 'has no MemoryMax' : 'is not installed'
  }`;
  return [{ class: null, refuses: false, message, hint: INSTALL }];
}

function classProblems({ name }: Class, slice: LoadedSlice | undefined): EffectProblem[] {
  const unit = sliceName(name);
  if (slice === undefined || !slice.installed) {
    const message = `class ${name} has no slice unit on this machine: ${unit} is not installed`;
    return [{ class: name, refuses: true, message, hint: INSTALL }];
  }
  if (slice.memoryMax === null) {
    const message = `the slice unit of class ${name} sets no limit of memory: ${unit} has no MemoryMax that systemd understands`;
    return [{ class: name, refuses: true, message, hint: INSTALL }];
  }
  return outdated(name, slice);
}

function outdated(name: string | null, { unit, outdated: changed }: LoadedSlice): EffectProblem[] {
  if (!changed) return [];
  const message = `${unit} has changed, or is gone, since systemd read it`;
  const hint = 'run "systemctl daemon-reload"';
  return [{ class: name, refuses: false, message, hint }];
}

/** A slice that is in use must have its limit in the kernel, whatever systemd says of it. */
function forceProblems({ name }: Pick<Class, 'name'>, { cgroups }: Machine): EffectProblem[] {
  const unit = sliceName(name);
  const { limit } = kernelMemory(cgroups, groupOf(name));
  if (limit !== 'none') return [];
  const message = `the kernel holds the runs of class ${name} to no limit of memory: that of ${unit} is not in force`;
  return [{ class: name, refuses: true, message, hint: INSTALL }];
}

/** The control group of the slice of a class. */
function groupOf(className: Class['name']): string {
  return `${HOUSE_SLICE}/${sliceName(className)}`;
}

function tightProblems(
  { name, memory }: Class,
  limit: EffectiveLimit | undefined,
): EffectProblem[] {
  if (limit === undefined || limit.bytes === null || limit.bytes >= memory) return [];
  const message = `a run of class ${name} may use ${mebibytes(memory)}, and ${limit.from} ends it at ${mebibytes(limit.bytes)}`;
  const hint = 'give the class less memory, or raise the limits of the house';
  return [{ class: name, refuses: false, message, hint }];
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}

/** Of a class that must be refused only why is told, once: the rest follows from it. */
function perClassOnce(problems: readonly EffectProblem[]): EffectProblem[] {
  return problems.filter((one, index) => {
    if (one.class === null) return true;
    const first = problems.findIndex((other) => other.class === one.class && other.refuses);
    return first === -1 || first === index;
  });
}
