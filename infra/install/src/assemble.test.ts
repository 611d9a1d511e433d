import { lstatSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { type Architecture, REPOSITORY } from './app.ts';
import { assemble, type Bundle } from './assemble.ts';
import { listFiles } from './list-files.ts';
import { nodeBinary, nodeVersion } from './node-binary.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

/** The other processor's Node has to be fetched the first time, which takes a registry. */
const OTHER: Architecture = process.arch === 'arm64' ? 'x64' : 'arm64';
const why = await nodeVersion()
  .then((version) => nodeBinary(OTHER, version))
  .then(() => null)
  .catch((error: unknown) => String(error).slice(0, 200));

/** What a package says of itself; folders of one package may have files of that name with less. */
interface Named {
  readonly name?: string;
  readonly version?: string;
}

/** `e_machine` of the ELF header: which processor a file is for. */
const MACHINE: Record<number, Architecture> = { 0x3e: 'x64', 0xb7: 'arm64' };

describe.skipIf(why !== null)(
  `a bundle for ${OTHER}${why === null ? '' : ` (skipped: ${why})`}`,
  () => {
    let place: string;
    let bundle: Bundle;
    let files: readonly string[];

    beforeAll(async () => {
      place = await mkdtemp(join(tmpdir(), 'hearth-test-'));
      bundle = await assemble('gateway', OTHER, place);
      const all = await listFiles(bundle.folder);
      files = all.filter((path) => !lstatSync(path).isSymbolicLink());
    });
    afterAll(() => rm(place, { recursive: true }));

    test('holds only parts for that processor: Node, and one binary of the database', async () => {
      const binaries: string[] = [];
      for (const file of files) {
        const machine = await machineOf(file);
        if (machine !== null) binaries.push(`${basename(file)} is for ${machine}`);
      }
      expect(binaries.sort()).toEqual([
        `linux-${OTHER}.node is for ${OTHER}`,
        `node is for ${OTHER}`,
      ]);
    });

    test('holds the very versions that the tests run with', async () => {
      const tested = await readdir(join(REPOSITORY, 'node_modules', '.pnpm'));
      const shipped = files.filter((file) => file.endsWith('/package.json'));
      const others: string[] = [];
      for (const file of shipped) {
        const { name = '', version } = JSON.parse(await readFile(file, 'utf8')) as Named;
        if (name === '' || name.startsWith('@hearth/')) continue;
        const one = `${name.replace('/', '+')}@${version}`;
        if (!tested.some((folder) => folder === one || folder.startsWith(`${one}_`))) {
          others.push(one);
        }
      }
      expect(shipped.length).toBeGreaterThan(10);
      expect(others).toEqual([]);
    });

    test('holds what it needs at run time and nothing else', () => {
      expect(files.filter((file) => /\.(ts|map|md|h|c)$|\.test\.|\/src\//.test(file))).toEqual([]);
      const own = files.map((file) => file.slice(bundle.folder.length + 1));
      expect(own).toEqual(
        expect.arrayContaining([
          'app/about',
          'app/bin/hearth-gateway.js',
          'app/dist/main.js',
          'app/hearth-gateway.service',
          'app/remove',
          'install',
        ]),
      );
    });
  },
);

test('says how to fetch packages that pnpm no longer has', async () => {
  const place = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  vi.stubEnv('pnpm_config_store_dir', join(place, 'store'));
  await expect(assemble('cli', process.arch as Architecture, place)).rejects.toThrow(
    'run "npx -y pnpm@12 install --force"',
  );
  vi.unstubAllEnvs();
  await rm(place, { recursive: true });
});

/** The processor that a file was compiled for; null when it is no program. */
async function machineOf(path: string): Promise<Architecture | null> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
  if (bytesRead < 20 || buffer.toString('latin1', 0, 4) !== '\x7fELF') return null;
  return MACHINE[buffer.readUInt16LE(18)] ?? null;
}
