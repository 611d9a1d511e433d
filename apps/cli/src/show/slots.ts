import type { MachineStatus } from '@hearth/wire';

/** What is said of a machine that nothing has shown to be done with what it was told to stop. */
export const UNPROVEN = 'not proven idle';

/** What is to be known of the slots of a machine beside how many are taken. */
export function slotRemarks({ draining, proven_idle }: MachineStatus): readonly string[] {
  return [...(draining > 0 ? [`${draining} draining`] : []), ...(proven_idle ? [] : [UNPROVEN])];
}
