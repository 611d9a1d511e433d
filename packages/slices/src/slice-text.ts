import type { HouseLimits, ResourceClass } from '@hearth/manifest';

/** Processes and threads of one run: far more than an honest one has, far fewer than a fork bomb. */
export const TASKS_OF_A_RUN = 512;

/** The slice that holds those of all classes. */
export const HOUSE_SLICE = 'hearth.slice';

const MIB = 1024 ** 2;
const UNITS = ['', 'K', 'M', 'G', 'T'] as const;

/**
 * The text of the slice unit of a class. The limits of the class are for one run, which its own scope holds; the slice
 * holds all that may go at once, so it has `concurrency` times as much of everything.
 *
 * - `MemoryHigh` is what the runs are promised together. More than that can only be what earlier runs left behind, file
 *   cache or files in memory, and from there on the kernel takes it back.
 * - `MemoryMax` is an eighth above, so that what was left behind never makes the kernel kill a run that keeps to its
 *   own limit: that one is always met first.
 * - `MemorySwapMax=0`, since a run that meets its limit would else go on in the swap, which on a small box is zram: the
 *   same memory again.
 * - The weights give each run the same share of a busy processor and a busy disk, whatever its class.
 */
export function sliceText(resourceClass: ResourceClass): string {
  const { name, concurrency, memory, cpu } = resourceClass;
  const declared = `concurrency ${concurrency}, memory ${size(memory)}, cpu ${cpu}%`;
  return `# Written by "hearth slices write" from the class ${name} of the manifest (${declared}). Change it there.
[Unit]
Description=hearth: the runs of class ${name}

[Slice]
MemoryHigh=${size(concurrency * memory)}
MemoryMax=${size(classMemory(resourceClass))}
MemorySwapMax=0
CPUQuota=${concurrency * cpu}%
CPUWeight=${concurrency * 100}
IOWeight=${concurrency * 100}
TasksMax=${concurrency * TASKS_OF_A_RUN}
`;
}

/** The `MemoryMax` of the slice of a class, in bytes. */
export function classMemory({
  concurrency,
  memory,
}: Pick<ResourceClass, 'concurrency' | 'memory'>): number {
  return Math.ceil((concurrency * memory * 1.125) / MIB) * MIB;
}

/**
 * The text of `hearth.slice`, in which the slices of all classes lie: the cap for all runs together. Its weights let
 * whatever else the machine does go first, two to one.
 */
export function houseSliceText({ memory, cpu }: HouseLimits): string {
  const most = memory.kind === 'share' ? `${memory.percent}%` : size(memory.bytes);
  const declared = `memory ${most}${cpu === null ? '' : `, cpu ${cpu}%`}`;
  return `# Written by "hearth slices write" from the limits of the manifest (${declared}). Change them there.
[Unit]
Description=hearth: all runs of the house

[Slice]
MemoryMax=${most}
MemorySwapMax=0
${cpu === null ? '' : `CPUQuota=${cpu}%\n`}CPUWeight=50
IOWeight=50
`;
}

/** A number of bytes in the largest unit that leaves it whole, in powers of 1,024 as systemd counts. */
function size(amount: number): string {
  let value = amount;
  let unit = 0;
  while (value >= 1024 && value % 1024 === 0 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value}${UNITS[unit] ?? ''}`;
}
