import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

const APPS = fileURLToPath(new URL('../../', import.meta.url));
const BINS = ['cli/bin/hearth.js', 'gateway/bin/hearth-gateway.js', 'runner/bin/hearth-runner.js'];

/** Runs a program of hearth with these words of Node before it. */
async function start(
  bin: string,
  node: readonly string[],
  words: readonly string[],
): Promise<string> {
  const argv = [...node, '-C', '@hearth/source', join(APPS, bin), ...words];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return stdout;
}

test.each(BINS)('%s starts the program', async (bin) => {
  expect(await start(bin, [], ['--help'])).toMatch(/^Usage: hearth/);
});

test.each(BINS)('%s says in one sentence that Node is too old', async (bin) => {
  await using folder = await temporaryFolder();
  const old = join(folder.path, 'old.mjs');
  await writeFile(
    old,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });",
  );
  await expect(start(bin, ['--import', old], ['--help'])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^hearth\S*: Node 20\.20\.2 is too old: it takes 26 or newer\..*\n$/,
    ),
  });
});
