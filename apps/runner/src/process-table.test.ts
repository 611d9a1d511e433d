import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import {
  argumentsOf,
  bootId,
  listProcesses,
  lives,
  lookUp,
  parseStat,
  uptime,
} from './process-table.ts';

const STAT =
  '77 (a) b (c) S 1 70 60 0 -1 4194304 98 0 0 0 0 0 0 0 20 0 1 0 76815 3133440 389 18446744073709551615';

test("a program's name may hold anything, and the fields after it are found all the same", () => {
  expect(parseStat(STAT)).toEqual({
    pid: 77,
    group: 70,
    session: 60,
    startTicks: 76815,
    living: true,
  });
});

test('a zombie has ended, unless other threads of it live on', () => {
  const zombie = STAT.replace(' S ', ' Z ');
  expect(parseStat(zombie)?.living).toBe(false);
  expect(parseStat(zombie.replace(' 20 0 1 0 ', ' 20 0 3 0 '))?.living).toBe(true);
});

test('what is no line of that kind is no process', () => {
  expect(parseStat('')).toBeNull();
});

test('a process is known by its number and its beginning, as long as it lives', async () => {
  const child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  const found = lookUp(child.pid ?? 0);
  if (found === null) throw new Error('the child is not there');
  expect(listProcesses()).toContainEqual(found);
  expect(argumentsOf(found.pid)).toEqual(['sleep', '600']);
  expect(lives(found.pid, found.startTicks)).toBe(true);
  expect(lives(found.pid, found.startTicks + 1)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(lives(found.pid, found.startTicks)).toBe(false);
  expect(argumentsOf(found.pid)).toEqual([]);
});

test('the boot has an id and an age', () => {
  expect(bootId()).toMatch(/^[0-9a-f-]{36}$/);
  expect(uptime()).toBeGreaterThan(0);
});
