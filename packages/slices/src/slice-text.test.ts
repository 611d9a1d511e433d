import type { ResourceClass } from '@hearth/manifest';
import { bytes, name, type ClassName } from '@hearth/words';
import { describe, expect, it } from 'vitest';

import { sliceName } from './slice-name.ts';
import { houseSliceText, sliceText } from './slice-text.ts';

const light: ResourceClass = {
  name: name<ClassName>('light'),
  concurrency: 2,
  memory: bytes(256 * 1024 ** 2),
  cpu: 50,
};

describe('the slice unit of a class', () => {
  it('holds the limits of all runs that may go at once, and says where it comes from', () => {
    expect(sliceText(light)).toMatchInlineSnapshot(`
      "# Written by "hearth slices write" from the class light of the manifest (concurrency 2, memory 256M, cpu 50%). Change it there.
      [Unit]
      Description=hearth: the runs of class light

      [Slice]
      MemoryHigh=512M
      MemoryMax=576M
      MemorySwapMax=0
      CPUQuota=100%
      CPUWeight=200
      IOWeight=200
      TasksMax=1024
      "
    `);
  });

  it('is named after the class', () => {
    expect(sliceName(light.name)).toBe('hearth-light.slice');
  });

  it.each([
    [1, 2 * 1024 ** 3, '2G', '2304M'],
    [3, 512 * 1024 ** 2, '1536M', '1728M'],
    [2, 1536 * 1024, '3M', '4M'],
    [1, 1025 * 1024, '1025K', '2M'],
    [64, 16 * 1024 ** 4, '1024T', '1152T'],
  ])(
    'for %d runs of %d bytes has its mark at %s and its limit at %s',
    (concurrency, memory, high, max) => {
      const text = sliceText({ ...light, concurrency, memory: bytes(memory) });
      expect(text.split('\n')).toEqual(
        expect.arrayContaining([`MemoryHigh=${high}`, `MemoryMax=${max}`]),
      );
    },
  );

  it('never has a memory limit without its unit, which systemd takes for bytes', () => {
    for (let concurrency = 1; concurrency <= 64; concurrency += 1) {
      const text = sliceText({ ...light, concurrency, memory: bytes(concurrency * 1024 ** 2) });
      expect(text).toMatch(/^MemoryMax=\d+[KMGT]$/m);
    }
  });
});

describe('the slice unit of the house', () => {
  it('caps all runs together, and lets what else the machine does go first', () => {
    expect(houseSliceText({ memory: { kind: 'share', percent: 80 }, cpu: null }))
      .toMatchInlineSnapshot(`
      "# Written by "hearth slices write" from the limits of the manifest (memory 80%). Change them there.
      [Unit]
      Description=hearth: all runs of the house

      [Slice]
      MemoryMax=80%
      MemorySwapMax=0
      CPUWeight=50
      IOWeight=50
      "
    `);
  });

  it('has the limits of the manifest', () => {
    const memory = { kind: 'bytes', bytes: bytes(3 * 1024 ** 3) } as const;
    const lines = houseSliceText({ memory, cpu: 300 }).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['MemoryMax=3G', 'CPUQuota=300%']));
  });
});
