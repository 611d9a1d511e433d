import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { chaos } from './chaos.ts';

test('gateway and runner are killed again and again, and every acknowledged run does its work once', async () => {
  await using folder = await temporaryFolder();
  const report = await chaos({ folder: folder.path, kills: 6, random: Math.random, log: () => {} });
  expect(report).toMatchObject({ lost: [], overlaps: [], repeated: [], integrity: 'ok' });
  expect(report.acknowledged).toBeGreaterThan(0);
}, 120_000);
