import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test, vi } from 'vitest';

import { hasRecord, readRecord, type ExitRecord } from './records.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const SUPERVISOR = fileURLToPath(new URL('../attempt.pl', import.meta.url));
const isRoot = process.getuid?.() === 0;

interface Done {
  readonly exit: ExitRecord | null;
  readonly output: string;
}

/** Runs the supervisor as the runner would, and waits for its end. */
async function supervise(
  folder: string,
  command: readonly string[],
  { user = '', environment = 'PATH=/usr/bin:/bin\0\0', hook = (_pid: number): void => {} } = {},
): Promise<Done> {
  const workingFolder = join(folder, 'work');
  await mkdir(workingFolder, { recursive: true });
  const output = await open(join(folder, 'output'), 'a');
  const child = spawn('perl', [SUPERVISOR, folder, workingFolder, user, ...command], {
    detached: true,
    stdio: ['pipe', output.fd, output.fd],
  });
  const gone = once(child, 'exit');
  hook(child.pid ?? 0);
  child.stdin?.end(environment);
  await gone;
  await output.close();
  return {
    exit: readRecord(folder, 'exit'),
    output: readFileSync(join(folder, 'output'), 'utf8'),
  };
}

test('the program gets ordinary signals, an ordinary mask and no priority with the kernel', async () => {
  await using folder = await temporaryFolder();
  const script = 'grep -E "^Sig(Ign|Blk)" /proc/self/status; cat /proc/self/oom_score_adj; umask';
  const { output } = await supervise(folder.path, ['sh', '-c', script]);
  expect(output.replaceAll(/[ \t]+/g, ' ')).toBe(
    `SigBlk: ${'0'.repeat(16)}\nSigIgn: ${'0'.repeat(16)}\n0\n0022\n`,
  );
});

test('the supervisor cannot be talked out of its watch by what stops the job', async () => {
  await using folder = await temporaryFolder();
  const script = 'kill -TERM $PPID; kill -INT $PPID; kill -HUP $PPID; exit 5';
  expect((await supervise(folder.path, ['sh', '-c', script])).exit).toMatchObject({ code: 5 });
});

test('where the environment did not arrive whole, nothing is started', async () => {
  await using folder = await temporaryFolder();
  const { exit, output } = await supervise(folder.path, ['echo', 'started'], {
    environment: 'PATH=/usr/bin\0A=half',
  });
  expect(exit).toBeNull();
  expect(output).toBe('');
  expect(hasRecord(folder.path, 'starting')).toBe(false);
});

test('a signal is told by its number, and the time by a clock that nobody sets', async () => {
  await using folder = await temporaryFolder();
  const { exit } = await supervise(folder.path, ['sh', '-c', 'kill -SEGV $$']);
  expect(exit).toMatchObject({ code: null, signal: 11, not_started: null });
  expect(exit?.duration_seconds).toBeGreaterThanOrEqual(0);
});

test('a script whose interpreter is missing is told from a program that is missing', async () => {
  await using folder = await temporaryFolder();
  const script = join(folder.path, 'script');
  const file = await open(script, 'w', 0o755);
  await file.writeFile('#!/no/such/interpreter\n');
  await file.close();
  const { exit } = await supervise(folder.path, [script]);
  expect(exit?.not_started).toContain('what is not is the interpreter that its first line names');
});

test('a text with quotes and newlines is a record all the same', async () => {
  await using folder = await temporaryFolder();
  const { exit } = await supervise(folder.path, ['/no "such"\\\nprogram é']);
  expect(exit?.not_started).toBe('cannot start /no "such"\\\nprogram é: No such file or directory');
});

test.runIf(isRoot)(
  'a job of another user has that user, its groups and its home, and cannot write the record',
  async () => {
    await using folder = await temporaryFolder();
    await chmod(folder.path, 0o711);
    const script = `id -un; id -Gn; echo $HOME $USER; pwd; touch here && echo x > ${folder.path}/exit.json`;
    const { exit, output } = await supervise(folder.path, ['sh', '-c', script], {
      user: 'www-data',
    });
    const lines = output.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'www-data',
      'www-data',
      '/var/www www-data',
      join(folder.path, 'work'),
    ]);
    expect(lines[4]).toContain('Permission denied');
    expect(exit).toMatchObject({ code: 2 });
  },
);

test.runIf(isRoot)('a job of a user that is not there is not started', async () => {
  await using folder = await temporaryFolder();
  const { exit } = await supervise(folder.path, ['true'], { user: 'no-such-user' });
  expect(exit?.not_started).toBe('there is no user no-such-user on this machine');
});
