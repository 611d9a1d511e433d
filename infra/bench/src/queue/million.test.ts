import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { million } from './million.ts';

test('claims are timed among the runs that may start, alone and with others beside them', async () => {
  await using folder = await temporaryFolder();
  const { tables, verdicts } = million(folder.path, 3000, () => undefined);
  const names = tables.map(({ rows }) => rows.map(({ name }) => name));
  expect(names).toEqual([
    ['hearth, among 1,000', 'hearth, among 4,000'],
    ['hearth, among 1,000', 'hearth, among 4,000'],
  ]);
  const [only] = verdicts;
  expect(only?.bound).toEqual({ atMost: 1.5 });
  expect(only?.figures.every((ratio) => ratio > 0)).toBe(true);
});
