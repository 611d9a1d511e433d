import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isOrphan, newMachineName } from './owner.ts';

test('a machine of a living process is no orphan', async () => {
  expect(await isOrphan(await newMachineName())).toBe(false);
});

test('a machine whose owner has died is an orphan', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  const name = await newMachineName();
  expect(await isOrphan(name.replace(`-${process.pid}-`, `-${child.pid}-`))).toBe(true);
});

test('a machine whose owner died and whose pid was given to another is an orphan', async () => {
  const name = await newMachineName();
  expect(await isOrphan(name.replace(/-\d+(?=-[0-9a-f]+$)/, '-1'))).toBe(true);
});

test('a machine of another process namespace, and what is no machine at all, are left alone', async () => {
  const name = await newMachineName();
  expect(await isOrphan(name.replace(/testbed-\d+/, 'testbed-1'))).toBe(false);
  expect(await isOrphan('hearth-gpu.slice')).toBe(false);
});
