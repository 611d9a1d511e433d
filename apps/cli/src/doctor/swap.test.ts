import { expect, test } from 'vitest';

import { areasOf, checkSwap, verdictOnSwap } from './swap.ts';

const GIB = 2 ** 30;
const on = (path: string, bytes: number) =>
  verdictOnSwap({ memoryBytes: GIB, areas: [{ path, bytes }] })[0];

test('compressed memory of half the memory is well, of all of it is not', () => {
  expect(on('/dev/zram0', GIB / 2)?.verdict).toBe('ok');
  expect(on('/dev/zram0', GIB)).toMatchObject({
    verdict: 'warning',
    mend: expect.stringContaining('ram / 2'),
  });
});

test('swap on the card wears it out', () => {
  expect(on('/dev/mmcblk0p3', GIB)?.says).toContain('wears the card out');
  expect(on('/var/swap', GIB / 10)?.verdict).toBe('warning');
  expect(on('/dev/nvme0n1p3', GIB)?.verdict).toBe('ok');
});

test("the kernel's list is read", () => {
  const list =
    'Filename\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/zram0                              partition\t2097148\t\t0\t\t100\n';
  expect(areasOf(list)).toEqual([{ path: '/dev/zram0', bytes: 2097148 * 1024 }]);
});

test('this machine is looked at', async () => {
  expect((await checkSwap())[0]?.says).toMatch(/^[1-9]\d+ MiB of memory/);
});
