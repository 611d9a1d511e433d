import { expect, test } from 'vitest';

import { hearth, house } from '../house.test.helper.ts';

const made = { path: '/srv/hearth/backups/hearth-20260701T120000.000Z.db', bytes: 1_250_000 };

test('it says where the copy is and how to go back to it', async () => {
  await using gateway = await house({ 'POST /backup': made });
  const { code, out } = await gateway.hearth('backup');
  expect(code).toBe(0);
  expect(out).toContain(`copied to ${made.path} (1.3 MB)`);
  const steps = out.split('\n').map((line) => line.trim().replace(/^\d\. /, ''));
  const [queue, aside] = ['/srv/hearth/hearth.db', '/srv/hearth/hearth.db.before'];
  expect(steps).toContain(`mv ${queue} ${aside}`);
  expect(steps).toContain(`mv ${queue}-wal ${aside}-wal   (where there is one)`);
  expect(steps).toContain(`cp -p ${made.path} ${queue}`);
});

test('its help says how to go back, also while no gateway runs', async () => {
  const { code, out } = await hearth('backup', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/1\. stop the gateway\n.*hearth\.db-wal.*\n.*\n {2}4\. start the gateway/);
});

test('with --json it prints what the gateway answered', async () => {
  await using gateway = await house({ 'POST /backup': made });
  expect(JSON.parse((await gateway.hearth('backup', '--json')).out)).toEqual(made);
});
