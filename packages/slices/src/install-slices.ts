import { totalmem } from 'node:os';

import { checkEffect, type Effect } from './check-effect.ts';
import { kernelMemory } from './kernel-limit.ts';
import { thisMachine, type Machine } from './machine.ts';
import { sliceName } from './slice-name.ts';
import { classMemory, HOUSE_SLICE } from './slice-text.ts';
import type { SlicesOf } from './wanted.ts';
import { writeSlices, type WrittenSlices } from './write-slices.ts';

/** Where an operator's unit files are. */
export const UNITS_FOLDER = '/etc/systemd/system';

/** A slice whose runs use more memory at this moment than its unit is to allow. */
export interface InUse {
  readonly unit: string;
  /** In bytes. */
  readonly used: number;
  /** In bytes. */
  readonly wanted: number;
}

/**
 * The slices whose limits the manifest would set below what is in use: the kernel would kill runs at once, to get below
 * it. What is used counts file cache, which the kernel gives up first, so a kill is likely and not certain.
 */
export function slicesInUse(
  { classes, limits }: SlicesOf,
  { cgroups }: Machine = thisMachine,
): InUse[] {
  const { memory } = limits;
  const house =
    memory.kind === 'bytes' ? memory.bytes : Math.floor((totalmem() * memory.percent) / 100);
  const all = [
    { unit: HOUSE_SLICE, group: HOUSE_SLICE, wanted: house },
    ...[...classes.values()].map((one) => {
      const unit = sliceName(one.name);
      return { unit, group: `${HOUSE_SLICE}/${unit}`, wanted: classMemory(one) };
    }),
  ];
  return all.flatMap(({ unit, group, wanted }) => {
    const { used } = kernelMemory(cgroups, group);
    return used !== null && used > wanted ? [{ unit, used, wanted }] : [];
  });
}

/**
 * Writes the slice units where systemd looks for them, has it read them, and asks what has come of it. Throws the
 * system's error where they cannot be written, and rejects where systemd cannot be asked.
 */
export async function installSlices(
  manifest: SlicesOf,
  directory: string = UNITS_FOLDER,
  machine: Machine = thisMachine,
): Promise<WrittenSlices & { readonly effect: Effect }> {
  const files = await writeSlices(manifest, directory);
  await machine.systemctl('daemon-reload');
  return { ...files, effect: await checkEffect(manifest.classes.values(), machine) };
}
