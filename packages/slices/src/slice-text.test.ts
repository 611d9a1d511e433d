import type { ResourceClass } from '@hearth/manifest';
import { bytes, name, type ClassName } from '@hearth/words';
import { describe, expect, it } from 'vitest';

import { sliceName } from './slice-name.ts';
import { sliceText } from './slice-text.ts';

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
      MemoryMax=512M
      MemorySwapMax=0
      CPUQuota=100%
      TasksMax=1024
      "
    `);
  });

  it('is named after the class', () => {
    expect(sliceName(light.name)).toBe('hearth-light.slice');
  });

  it.each([
    [1, 2 * 1024 ** 3, 'MemoryMax=2G'],
    [3, 512 * 1024 ** 2, 'MemoryMax=1536M'],
    [2, 1536 * 1024, 'MemoryMax=3M'],
    [1, 1025 * 1024, 'MemoryMax=1025K'],
    [64, 16 * 1024 ** 4, 'MemoryMax=1024T'],
  ])('for %d runs of %d bytes says %s', (concurrency, memory, line) => {
    const text = sliceText({ ...light, concurrency, memory: bytes(memory) });
    expect(text.split('\n')).toContain(line);
  });

  it('never has a memory limit without its unit, which systemd takes for bytes', () => {
    for (let concurrency = 1; concurrency <= 64; concurrency += 1) {
      const text = sliceText({ ...light, concurrency, memory: bytes(concurrency * 1024 ** 2) });
      expect(text).toMatch(/^MemoryMax=\d+[KMGT]$/m);
    }
  });
});
