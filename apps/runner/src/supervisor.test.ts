import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, open, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
  {
    options = [] as string[],
    environment = 'PATH=/usr/bin:/bin\0\0',
    hook = (_pid: number): void => {},
  } = {},
): Promise<Done> {
  const workingFolder = join(folder, 'work');
  await mkdir(workingFolder, { recursive: true });
  const output = await open(join(folder, 'output'), 'a');
  const child = spawn(
    'perl',
    [SUPERVISOR, folder, `home=${workingFolder}`, ...options, '--', ...command],
    {
      detached: true,
      stdio: ['pipe', output.fd, output.fd],
    },
  );
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

test('Perl has nothing to warn of in it, but that little can follow an exec', async () => {
  const strict = ['-Mwarnings', '-M-warnings=exec,once', '-c', SUPERVISOR];
  const { stdout, stderr } = await promisify(execFile)('perl', strict);
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `${SUPERVISOR} syntax OK\n` });
});

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
    const script = `id -un; id -Gn; echo $HOME $USER $LOGNAME $SHELL; pwd; touch here && echo x > ${folder.path}/exit.json`;
    const { exit, output } = await supervise(folder.path, ['sh', '-c', script], {
      options: ['user=www-data'],
    });
    const lines = output.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'www-data',
      'www-data',
      '/var/www www-data www-data /usr/sbin/nologin',
      join(folder.path, 'work'),
    ]);
    expect(lines[4]).toContain('Permission denied');
    expect(exit).toMatchObject({ code: 2 });
  },
);

test.runIf(isRoot)('a job of a user that is not there is not started', async () => {
  await using folder = await temporaryFolder();
  const { exit } = await supervise(folder.path, ['true'], {
    options: ['user=no-such-user'],
  });
  expect(exit?.not_started).toBe('there is no user no-such-user on this machine');
});

test('a job has the mask, the priority and the working folder of its manifest', async () => {
  await using folder = await temporaryFolder();
  const { output } = await supervise(folder.path, ['sh', '-c', 'umask; nice; pwd'], {
    options: ['umask=027', 'nice=7', 'place=/usr/share'],
  });
  expect(output).toBe('0027\n7\n/usr/share\n');
});

test.each([
  [
    'place=/no/such/folder',
    'cannot enter the working folder /no/such/folder: No such file or directory',
  ],
  ...(isRoot
    ? [['user=nobody place=/root', 'cannot enter the working folder /root: Permission denied']]
    : []),
])('a job with %s is not started', async (options = '', why) => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o711);
  const { exit } = await supervise(folder.path, ['true'], { options: options.split(' ') });
  expect(exit?.not_started).toBe(why);
});

test('of too much output the first and the last is kept, what is between is given back and told, and nothing moves', async () => {
  await using folder = await temporaryFolder();
  const keep = 2 ** 20;
  const lines = 500_000;
  // It prints 9 MB in a moment, and its end only once the supervisor has looked.
  const script = `seq -w ${lines}; while ! test -e gap; do sleep 0.05; done; echo end`;
  const work = join(folder.path, 'work');
  await mkdir(work);
  await symlink('../gap.json', join(work, 'gap'));
  const { exit } = await supervise(folder.path, ['sh', '-c', script], {
    options: [`keep=${keep}`],
  });
  expect(exit).toMatchObject({ code: 0 });
  const whole = Buffer.from(
    `${Array.from({ length: lines }, (_, index) => String(index + 1).padStart(6, '0')).join('\n')}\nend\n`,
  );
  const { from, to } = JSON.parse(readFileSync(join(folder.path, 'gap.json'), 'utf8')) as {
    from: number;
    to: number;
  };
  const path = join(folder.path, 'output');
  const kept = readFileSync(path);
  expect(kept).toHaveLength(whole.length);
  expect(from).toBe(keep / 16);
  expect(kept.subarray(0, from).equals(whole.subarray(0, from))).toBe(true);
  expect(kept.subarray(to).equals(whole.subarray(to))).toBe(true);
  expect(kept.length - to).toBeGreaterThan(keep / 4);
  // Nothing but zeroes, and no blocks behind them.
  expect(kept.subarray(from, to).every((byte) => byte === 0)).toBe(true);
  expect(statSync(path).blocks * 512).toBeLessThanOrEqual(keep + 2 * 4096);
});

test('little output has no gap', async () => {
  await using folder = await temporaryFolder();
  const { output } = await supervise(folder.path, ['sh', '-c', 'echo a; sleep 1.2; echo b'], {
    options: ['keep=1048576'],
  });
  expect(output).toBe('a\nb\n');
  expect(existsSync(join(folder.path, 'gap.json'))).toBe(false);
});
