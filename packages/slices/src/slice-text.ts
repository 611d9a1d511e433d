import type { ResourceClass } from '@hearth/manifest';

/** Processes and threads of one run: far more than an honest one has, far fewer than a fork bomb. */
const TASKS_OF_A_RUN = 512;

const UNITS = ['', 'K', 'M', 'G', 'T'] as const;

/**
 * The text of the slice unit of a class. The limits of the class are for one run; the slice holds all that may go at
 * once, so it has `concurrency` times as much of everything. What one run may use is for its own scope to say.
 *
 * - `MemorySwapMax=0`, since a run that meets its limit would else go on in the swap, which on a small box is zram: the
 *   same memory again.
 * - No `MemoryHigh`. Between it and `MemoryMax` a run is slowed down so much that it may end at its timeout, which hides
 *   that it needed more memory. Above `MemoryMax` alone it is killed, and the kernel says why. File cache is given back
 *   at either limit.
 */
export function sliceText(resourceClass: ResourceClass): string {
  const { name, concurrency, memory, cpu } = resourceClass;
  const declared = `concurrency ${concurrency}, memory ${size(memory)}, cpu ${cpu}%`;
  return `# Written by "hearth slices write" from the class ${name} of the manifest (${declared}). Change it there.
[Unit]
Description=hearth: the runs of class ${name}

[Slice]
MemoryMax=${size(concurrency * memory)}
MemorySwapMax=0
CPUQuota=${concurrency * cpu}%
TasksMax=${concurrency * TASKS_OF_A_RUN}
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
