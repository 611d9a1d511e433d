import type { Plan, PlannedRun } from '@hearth/wire';
import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';

const at = (minutes: number): string =>
  new Date(Date.parse('2026-07-01T12:00:00.000Z') + minutes * 60_000).toISOString();

function aPlanned(due: number, but: Partial<PlannedRun> = {}): PlannedRun {
  return {
    job: 'nightly-digest',
    class: 'gpu',
    run_id: null,
    due_at: at(due),
    fate: 'starts',
    starts_at: at(due),
    ends_at: at(due + 20),
    behind_window: false,
    ...but,
  };
}

function aPlan(runs: readonly PlannedRun[], but: Partial<Plan> = {}): Plan {
  const zone = { timezone: 'Europe/London', clock_changes: [] };
  return { from: at(0), until: at(24 * 60), ...zone, runs, ...but };
}

const without = { starts_at: null, ends_at: null };

test('it says what starts when, until about when, and what keeps it back', async () => {
  const runs = [
    aPlanned(0, { run_id: 14, due_at: at(-30) }),
    aPlanned(270, { due_at: at(60), behind_window: true, job: 'index' }),
    aPlanned(90, { fate: 'skipped', ...without, job: 'tidy', class: 'light' }),
    aPlanned(100, { fate: 'misses', ...without, job: 'photos' }),
    aPlanned(900, { fate: 'never', ...without, job: 'huge' }),
  ];
  await using gateway = await house({ 'GET /plan': aPlan(runs) });
  const { code, out, err } = await gateway.hearth('plan');
  expect({ code, search: gateway.asked[0]?.url.search }).toEqual({ code: 0, search: '?hours=24' });
  const lines = out.split('\n');
  expect(lines[0]).toMatch(/^at \(Europe\/London\) +job +class +run +until about +remark$/);
  expect(lines[1]).toMatch(/^13:00:00 +nightly-digest +gpu +14 +13:20:00 +due 12:30:00$/);
  expect(lines[2]).toMatch(
    /^17:30:00 +index +gpu +new +17:50:00 +after a window \(due 14:00:00\)$/,
  );
  expect(lines[3]).toMatch(/^14:30:00 +tidy +light +new +– +skipped: still busy$/);
  expect(lines[4]).toMatch(/^14:40:00 +photos +gpu +new +– +misses these hours$/);
  expect(lines[5]).toMatch(/^2026-07-02 04:00 +huge +gpu +new +– +CAN NEVER START: fits no gap$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(err).toMatch(/^hearth: foreseen until 2026-07-02 13:00:00 BST: .*each probe is up/);
});

test('of a job that runs often the first ones are told, and the rest in one line', async () => {
  const often = Array.from({ length: 30 }, (_, index) =>
    aPlanned(index + 1, index % 3 === 2 ? { fate: 'skipped', ...without } : {}),
  );
  const four = Array.from({ length: 4 }, (_, index) => aPlanned(index * 10, { job: 'four' }));
  const runs = [...often, ...four];
  await using gateway = await house({ 'GET /plan': aPlan(runs) });
  const { out } = await gateway.hearth('plan');
  const lines = out.split('\n').slice(1, -1);
  expect(lines).toHaveLength(4 + 4);
  expect(lines[3]).toMatch(/^13:04:00 +nightly-digest +gpu +… +13:30:00 +27 more, 9 skipped$/);
});

test('a job of which the gateway foresees no more is told to go on', async () => {
  const runs = Array.from({ length: 500 }, (_, index) => aPlanned(index));
  await using gateway = await house({ 'GET /plan': aPlan(runs) });
  expect((await gateway.hearth('plan')).out).toMatch(/ 497 more, and so on$/m);
});

test('a day on which the clocks change is told, and its times say their zone', async () => {
  const twice = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map((due_at) =>
    aPlanned(0, { due_at, starts_at: due_at, ends_at: due_at }),
  );
  const change = '2026-10-24T23:00:00.000Z';
  await using gateway = await house({ 'GET /plan': aPlan(twice, { clock_changes: [change] }) });
  const [first, , ...lines] = (await gateway.hearth('plan')).out.split('\n');
  expect(first).toBe('On 2026-10-25 the clocks change: BST becomes GMT.');
  expect(lines[0]).toMatch(/^2026-10-25 01:30:00 BST/);
  expect(lines[1]).toMatch(/^2026-10-25 01:30:00 GMT/);
});

test('nothing to come is told', async () => {
  await using gateway = await house({ 'GET /plan': aPlan([]) });
  const { code, out, err } = await gateway.hearth('plan', '--hours', '2');
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toBe('hearth: nothing is foreseen to start until 2026-07-02 13:00:00 BST\n');
  expect(gateway.asked[0]?.url.search).toBe('?hours=2');
});

test('with --json it prints what the gateway answered', async () => {
  const plan = aPlan([aPlanned(1)]);
  await using gateway = await house({ 'GET /plan': plan });
  expect(JSON.parse((await gateway.hearth('plan', '--json')).out)).toEqual(plan);
});

test('more than eight days are wrong use', async () => {
  await using gateway = await house();
  expect(await gateway.hearth('plan', '--hours', '193')).toMatchObject({ code: 2, out: '' });
});
