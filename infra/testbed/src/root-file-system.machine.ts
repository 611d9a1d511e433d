import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canBoot } from './can-boot.ts';
import { rootFileSystem } from './root-file-system.ts';

const why = await canBoot();

describe.skipIf(why !== null)(
  `a root file system${why === null ? '' : ` (skipped: ${why})`}`,
  () => {
    let cache: string;
    const usual = process.env['HEARTH_TESTBED_CACHE'];

    beforeAll(async () => {
      cache = await mkdtemp(join(tmpdir(), 'hearth-test-'));
      process.env['HEARTH_TESTBED_CACHE'] = cache;
    });
    afterAll(async () => {
      if (usual === undefined) delete process.env['HEARTH_TESTBED_CACHE'];
      else process.env['HEARTH_TESTBED_CACHE'] = usual;
      await rm(cache, { recursive: true });
    });

    test('whose maker dies is not taken for whole', async () => {
      const source = `import { rootFileSystem } from '${new URL('root-file-system.ts', import.meta.url).href}';
      await rootFileSystem();`;
      const maker = spawn(process.execPath, ['--input-type=module', '-e', source], {
        stdio: 'inherit',
      });
      // The folder shows up when debootstrap begins.
      for await (const { filename } of watch(cache)) if (filename?.endsWith('.half')) break;
      maker.kill('SIGKILL');
      await once(maker, 'exit');
      expect((await readdir(cache)).map((name) => name.replace(/^.*\./, '.')).sort()).toEqual([
        '.half',
        '.lock',
      ]);
    });

    test('is made once for all who ask at the same time', async () => {
      const [one, two] = await Promise.all([rootFileSystem(), rootFileSystem()]);
      expect(two).toBe(one);
      expect((await readdir(cache)).filter((name) => name.endsWith('.half'))).toEqual([]);
      expect((await readdir(one)).filter((name) => name.endsWith('.half'))).toEqual([]);
      expect((await stat(join(one, 'lib/systemd/systemd'))).isFile()).toBe(true);
      expect(await rootFileSystem()).toBe(one);
    });
  },
);
