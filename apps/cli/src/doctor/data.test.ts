import { chmod } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { checkData, verdictOnData } from './data.ts';

const ROOM = 10 * 2 ** 30;
const OWNED = {
  mode: 0o41771,
  uid: 0,
  gid: 997,
  isReadOnly: false,
  freeBytes: ROOM,
  queueUid: 997,
};
const HEARTH = { name: 'user hearth', uid: 997, groups: [997] };
const at = (found: Partial<typeof OWNED>, writer = HEARTH) =>
  verdictOnData({ folder: '/var/lib/hearth', found: { ...OWNED, ...found }, writer })[0];

test('a folder of root that the group may write to is well', () => {
  expect(at({})).toEqual({
    verdict: 'ok',
    says: 'user hearth can write to /var/lib/hearth; 10240 MiB are free in /var/lib/hearth',
    mend: null,
  });
});

test.each([
  ['its own', { uid: 997, mode: 0o40500 }],
  ["its group's", { mode: 0o41751 }],
  ["nobody's", { gid: 0, mode: 0o40755 }],
])('a folder of %s that it may not write to is a fault with the way out', (_, found) => {
  expect(at(found)).toEqual({
    verdict: 'fault',
    says: 'the data folder /var/lib/hearth cannot be written to by user hearth',
    mend: 'chown root:hearth /var/lib/hearth && chmod 1771 /var/lib/hearth',
  });
});

test('little room is told before it is too little', () => {
  expect(at({ freeBytes: 500 * 2 ** 20 })?.verdict).toBe('warning');
  expect(at({ freeBytes: 50 * 2 ** 20 })).toMatchObject({
    verdict: 'fault',
    says: 'only 50 MiB are free in /var/lib/hearth',
  });
});

test('a queue that somebody else put there is a fault', () => {
  expect(at({ queueUid: 0 })).toMatchObject({
    verdict: 'fault',
    mend: 'chown hearth:hearth /var/lib/hearth/hearth.db*',
  });
});

test('a file system that the kernel has made read-only is a fault, whatever the rights', () => {
  expect(at({ isReadOnly: true })?.says).toContain('read-only');
});

test('a real folder is looked at, and one that is not there', async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o777);
  expect((await checkData(folder.path))[0]).toMatchObject({ verdict: 'ok' });
  const [missing] = await checkData(join(folder.path, 'none'));
  expect(missing).toMatchObject({
    verdict: 'fault',
    says: expect.stringContaining('no data folder'),
  });
});
