import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

import { checkCgroups, verdictOnCgroups } from './cgroups.ts';

const GOOD = { version: 'v2', hasMemory: true, piLine: null } as const;

test('both of version 2 and with memory are well', () => {
  expect(verdictOnCgroups(GOOD).map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
});

test('a Pi whose memory controller is off is told the whole line to write', () => {
  const piLine = 'console=tty1 root=PARTUUID=1-02 rootwait';
  const [, memory] = verdictOnCgroups({ ...GOOD, hasMemory: false, piLine });
  expect(memory).toEqual({
    verdict: 'fault',
    says: "the kernel's memory controller is off: NO JOB CAN BE HELD TO ITS MEMORY",
    mend: `make the one line of /boot/firmware/cmdline.txt this, and restart: ${piLine} cgroup_enable=memory`,
  });
});

test('another machine whose memory controller is off is told which words to change', () => {
  const [, memory] = verdictOnCgroups({ ...GOOD, hasMemory: false });
  expect(memory?.verdict).toBe('fault');
  expect(memory?.mend).toContain('take cgroup_disable=memory out of GRUB_CMDLINE_LINUX');
});

test('controllers of version 1 are a warning, none of version 2 is a fault', () => {
  expect(verdictOnCgroups({ ...GOOD, version: 'mixed' })[0]?.verdict).toBe('warning');
  expect(verdictOnCgroups({ ...GOOD, version: 'none' })[0]?.verdict).toBe('fault');
});

test('this machine is looked at', async () => {
  const [version] = await checkCgroups();
  const isTwo = existsSync('/sys/fs/cgroup/cgroup.controllers');
  expect(version?.verdict === 'ok').toBe(isTwo);
});
