import { execFile } from 'node:child_process';
import { chmod, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder } from '@hearth/test-kit';
import type { Errand, ErrandReport } from '@hearth/wire';
import { expect, test } from 'vitest';

import { carryOut, type ErrandOptions } from './errand.ts';
import { isAlive } from './lab.test.helper.ts';

const BASICS = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/root' };

function errand(command: readonly string[], parts: Partial<Errand> = {}): Errand {
  return { errand_id: 'errand-1', command, input: '', timeout_seconds: 30, ...parts };
}

function carry(one: Errand, options: Partial<ErrandOptions> = {}): Promise<ErrandReport> {
  return carryOut(one, {
    environment: BASICS,
    signal: new AbortController().signal,
    log: () => {},
    ...options,
  });
}

function sh(script: string, parts?: Partial<Errand>): Errand {
  return errand(['sh', '-c', script], parts);
}

/** The number of a process that an errand said. */
function pidIn({ detail }: ErrandReport): number {
  const pid = Number(detail);
  if (!Number.isInteger(pid) || pid <= 1) throw new Error(`"${detail}" is no process`);
  return pid;
}

test('an errand that exits with 0 is told with the last line of its output', async () => {
  expect(await carry(sh('echo first; echo "  last  "; echo'))).toEqual({
    code: 0,
    signal: null,
    detail: 'last',
  });
  expect(await carry(errand(['true']))).toEqual({ code: 0, signal: null, detail: null });
});

test('an exit code is told, and standard error counts as output', async () => {
  expect(await carry(sh('echo "on battery" >&2; exit 3'))).toEqual({
    code: 3,
    signal: null,
    detail: 'on battery',
  });
});

test('a signal that ended it is told', async () => {
  expect(await carry(sh('kill -TERM $$'))).toMatchObject({ code: null, signal: 'SIGTERM' });
});

test('words reach the program as they are: no shell takes them apart', async () => {
  const words = ['printf', '%s', '$(id) "two  words" ; *'];
  expect((await carry(errand(words))).detail).toBe(words[2]);
});

test('its environment is what it is given and nothing else, and it stands in the root folder', async () => {
  const { detail } = await carry(errand(['perl', '-e', 'print join ",", sort keys %ENV']));
  expect(detail).toBe('HOME,LANG,PATH');
  expect((await carry(errand(['pwd']))).detail).toBe('/');
});

test.each(['cat', 'cat /dev/stdin', 'x=$(cat </dev/stdin); echo "$x"'])(
  'its input can be read by: %s',
  async (script) => {
    const input = '{"title":"Grüße"}\n';
    expect((await carry(sh(script, { input }))).detail).toBe('{"title":"Grüße"}');
  },
);

test('a program that does not read its input, however long, ends as it likes', async () => {
  const input = 'x'.repeat(2 ** 20);
  expect(await carry(errand(['true'], { input }))).toMatchObject({ code: 0 });
  expect((await carry(errand(['wc', '-c'], { input }))).detail).toBe(String(2 ** 20));
});

test('without input there is nothing to read', async () => {
  expect((await carry(errand(['wc', '-c']))).detail).toBe('0');
});

test('of much output the last line is told, and of a long line the first 500 characters', async () => {
  expect((await carry(sh('yes | head -c 3000000; echo end'))).detail).toBe('end');
  const { detail } = await carry(sh('printf %700s | tr " " x'));
  expect(detail).toBe('x'.repeat(500));
});

test('what a terminal would obey is shown and not passed on', async () => {
  expect((await carry(sh("printf '50%%\\r\\033[31mred'"))).detail).toBe('\u241b[31mred');
});

test('a program that is not there, and one that may not be executed, are told in words', async () => {
  await using folder = await temporaryFolder();
  const script = join(folder.path, 'ups');
  expect(await carry(errand([script]))).toEqual({
    code: null,
    signal: null,
    detail: `there is no program ${script} on this machine`,
  });
  await writeFile(script, '#!/bin/sh\n');
  expect((await carry(errand([script]))).detail).toBe(
    `${script} may not be executed: chmod +x would let it`,
  );
  await chmod(script, 0o755);
  expect(await carry(errand([script]))).toMatchObject({ code: 0 });
  expect((await carry(errand(['a\0b']))).detail).toMatch(/null bytes/);
});

test('an errand that takes too long is killed, with all that it started', async () => {
  await using folder = await temporaryFolder();
  const pids = join(folder.path, 'pids');
  const report = await carry(
    sh(`trap "" TERM; sleep 600 & echo $! > ${pids}; echo $$ >> ${pids}; wait`, {
      timeout_seconds: 0.5,
    }),
  );
  expect(report).toEqual({
    code: null,
    signal: 'SIGKILL',
    detail: 'it did not end within 0.5 s',
  });
  const { detail } = await carry(errand(['paste', '-sd,', pids]));
  const numbers = (detail ?? '').split(',').map(Number);
  expect(numbers).toHaveLength(2);
  await expect.poll(() => numbers.filter(isAlive)).toEqual([]);
});

test('what an errand leaves behind in its group is ended with it', async () => {
  const report = await carry(sh('sleep 600 & echo $!'));
  expect(report.code).toBe(0);
  // It is nobody's child here, so that only looking tells.
  await expect.poll(() => isAlive(pidIn(report))).toBe(false);
});

test('one that left its group and holds the output open does not hold up the end', async () => {
  await using folder = await temporaryFolder();
  const said = join(folder.path, 'said');
  const report = await carry(
    sh(`mkfifo ${said}; setsid sh -c 'echo $$ > ${said}; exec sleep 600' & cat ${said}`),
  );
  expect(report.code).toBe(0);
  const pid = pidIn(report);
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
});

test('an errand is ended as its runner leaves, and none is begun after that', async () => {
  await using folder = await temporaryFolder();
  const gate = join(folder.path, 'gate');
  await promisify(execFile)('mkfifo', [gate]);
  const leaving = new AbortController();
  const ran = carry(errand(['cat', gate]), { signal: leaving.signal });
  // A pipe can be opened as soon as somebody reads it.
  const writer = await open(gate, 'w');
  leaving.abort();
  expect(await ran).toEqual({
    code: null,
    signal: 'SIGKILL',
    detail: 'its runner has been told to end',
  });
  await writer.close();
  const file = join(folder.path, 'ran');
  const late = await carry(errand(['touch', file]), { signal: leaving.signal });
  expect(late).toMatchObject({ code: null, signal: null });
  expect((await carry(errand(['test', '-e', file]))).code).toBe(1);
});
