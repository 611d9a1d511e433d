import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { countReports, roomsWithTests } from './count-reports.ts';

const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

/** A house of its own, whose rooms' tests end in every way. */
const FILES: Readonly<Record<string, string>> = {
  'packages/mixed/package.json': '{ "scripts": { "test": "vitest" } }',
  'packages/mixed/src/a.test.ts': `
    test('holds', () => {});
    test.skip('is left out', () => {});
    describe('a room', () => test('falls', () => { throw new Error('the roof\\nis off'); }));`,
  'packages/mixed/src/b.test.ts': `
    afterAll(() => { throw new Error('the bin is full'); });
    test('holds too', () => {});`,
  'infra/deep/package.json': '{ "scripts": { "test": "vitest" } }',
  'infra/deep/src/c.test.ts': `throw new Error('no such floor');`,
  'apps/killed/package.json': '{ "scripts": { "test": "vitest" } }',
  'infra/package.json': '{ "scripts": { "build": "tsc" } }',
};

let house: string;

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  for (const room of ['packages/mixed', 'infra/deep']) await runTests(join(house, room));
});
afterAll(() => rm(house, { recursive: true }));

test('each room with tests is counted, wherever it lies, and each failure is named', async () => {
  const reports = [];
  for (const { room, report } of roomsWithTests(house)) {
    reports.push({ room, report: await readFile(report, 'utf8').catch(() => null) });
  }
  expect(countReports(reports)).toEqual({
    passed: 2,
    skipped: 1,
    failures: [
      'apps/killed left no report',
      'infra/deep/src/c.test.ts: no such floor',
      'packages/mixed/src/a.test.ts: a room falls: Error: the roof',
      'packages/mixed/src/b.test.ts: the bin is full',
    ],
  });
});

/** Runs the tests of a room, as rooms do, to an end that is no success. */
async function runTests(room: string): Promise<void> {
  const options = [
    '--globals',
    '--reporter=json',
    '--outputFile=reports/tests.json',
    '--root',
    room,
  ];
  await expect(
    promisify(execFile)(process.execPath, [VITEST, 'run', ...options], { cwd: room }),
  ).rejects.toMatchObject({ code: 1 });
}
