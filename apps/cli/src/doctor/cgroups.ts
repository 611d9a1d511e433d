import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { hasMemoryController } from '@hearth/slices';

import { textOf } from './ask.ts';
import { fault, type Finding, ok, warning } from './finding.ts';

/** What the kernel has of control groups. */
export interface CgroupFacts {
  /** `v2` alone, `mixed` with the controllers of version 1 beside it, or none of version 2. */
  readonly version: 'v2' | 'mixed' | 'none';
  readonly hasMemory: boolean;
  /** The one line of a Raspberry Pi's `/boot/firmware/cmdline.txt`; null on other machines. */
  readonly piLine: string | null;
}

const ROOT = '/sys/fs/cgroup';
/** Where a Raspberry Pi has the kernel's command line; the second is that of older systems. */
const PI_LINES = ['/boot/firmware/cmdline.txt', '/boot/cmdline.txt'];

/** Control groups: the kernel's own means to hold a job to its limits and to know its processes. */
export async function checkCgroups(): Promise<readonly Finding[]> {
  const lines = await Promise.all(PI_LINES.map(textOf));
  return verdictOnCgroups({
    version: version(),
    hasMemory: hasMemoryController(ROOT),
    piLine: lines.find((line) => line !== null)?.trim() ?? null,
  });
}

/** What is wrong with them, with the very line to write where that can be known. */
export function verdictOnCgroups(facts: CgroupFacts): readonly Finding[] {
  return [verdictOnVersion(facts), verdictOnMemory(facts)];
}

function version(): CgroupFacts['version'] {
  if (existsSync(join(ROOT, 'cgroup.controllers'))) return 'v2';
  return existsSync(join(ROOT, 'unified/cgroup.controllers')) ? 'mixed' : 'none';
}

function verdictOnVersion({ version: found }: CgroupFacts): Finding {
  const mend =
    'take systemd.unified_cgroup_hierarchy and systemd.legacy_systemd_cgroup_controller off the ' +
    "kernel's command line and restart the machine";
  switch (found) {
    case 'v2':
      return ok('control groups of version 2');
    case 'mixed':
      return warning(
        'control groups of version 1: the kernel does not tell which job it killed for memory',
        mend,
      );
    case 'none':
      return fault('there are no control groups of version 2: no job can be started', mend);
  }
}

function verdictOnMemory({ hasMemory, piLine }: CgroupFacts): Finding {
  if (hasMemory) return ok("the kernel's memory controller is on");
  const says = "the kernel's memory controller is off: NO JOB CAN BE HELD TO ITS MEMORY";
  if (piLine !== null) {
    return fault(
      says,
      `make the one line of /boot/firmware/cmdline.txt this, and restart: ${piLine} cgroup_enable=memory`,
    );
  }
  return fault(
    says,
    'in /etc/default/grub take cgroup_disable=memory out of GRUB_CMDLINE_LINUX and put ' +
      'cgroup_enable=memory in, then: update-grub && reboot',
  );
}
