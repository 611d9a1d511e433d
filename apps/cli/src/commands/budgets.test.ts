import type { BudgetStatus } from '@hearth/wire';
import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';

const digest: BudgetStatus = {
  name: 'digest',
  allowance_seconds: 5400,
  used_seconds: 1350,
  left_seconds: 4050,
  per: 'day',
  resets_at: '2026-07-01T23:00:00.000Z',
  over: 'wait',
};
const spent: BudgetStatus = {
  name: 'render-scripts',
  allowance_seconds: 600,
  used_seconds: 640,
  left_seconds: 0,
  per: 'hour',
  resets_at: '2026-07-01T12:30:00.000Z',
  over: 'refuse',
};
const budgets = [digest, spent];

test('it shows what is used and left of each, and when it starts anew, within 100 columns', async () => {
  await using gateway = await house({ 'GET /budgets': { budgets, next: null } });
  const { code, out } = await gateway.hearth('budgets');
  expect(code).toBe(0);
  const [title, first, second] = out.split('\n');
  expect(title).toContain('anew at (Europe/London)');
  expect(first).toMatch(
    /^digest +██▌·{7} +22m30s +1h30m per day +1h8m +2026-07-02 00:00, in 11h +wait$/,
  );
  expect(second).toMatch(
    /^render-scripts +█{10} +10m40s +10m per hour +0 s +13:30:00, in 30m +are refused$/,
  );
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('a house without budgets is told', async () => {
  await using gateway = await house({ 'GET /budgets': { budgets: [], next: null } });
  expect(await gateway.hearth('budgets')).toEqual({
    code: 0,
    out: '',
    err: 'hearth: the manifest declares no budget\n',
  });
});

test('with --json it prints what the gateway answered', async () => {
  await using gateway = await house({ 'GET /budgets': { budgets, next: null } });
  const { out } = await gateway.hearth('budgets', '--json');
  expect(JSON.parse(out)).toEqual({ budgets, next: null });
});
