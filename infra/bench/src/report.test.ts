import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { describeMachine } from './machine.ts';
import { saveReport } from './report.ts';
import { verdict } from './verdict.ts';

test('a report is written with the figures of each round and their summary', async () => {
  await using folder = await temporaryFolder();
  const row = { name: 'hearth', terms: 'a crash', figures: [2, 4, 6] };
  const report = {
    bench: 'queue',
    machine: describeMachine(folder.path, { SQLite: '3.54.1' }),
    tables: [{ title: 'Claims', unit: 'a second', rows: [row] }],
    verdicts: [verdict('hearth / hearth', row, row, { atLeast: 1 })],
    skipped: [],
  };
  const file = saveReport(report, new Date(0), join(folder.path, 'reports'));
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(read).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    machine: { node: process.versions.node },
    tables: [{ rows: [{ figures: [2, 4, 6], summary: { median: 4, least: 2, most: 6 } }] }],
    verdicts: [{ figures: [1, 1, 1], met: true, summary: { median: 1 } }],
  });
});
