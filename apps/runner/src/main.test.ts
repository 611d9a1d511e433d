import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { systemdRuns } from '@hearth/slices';
import { expect, test, vi } from 'vitest';

import { isAlive, Lab } from './lab.test.helper.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function command(...words: string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['-C', '@hearth/source', MAIN, ...words], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

test.skipIf(systemdRuns())(
  'without systemd the runner refuses to start unless it is told --plain',
  async () => {
    const { code, err } = await command('--data=/tmp');
    expect(code).toBe(1);
    expect(err).toMatch(/^hearth runner: systemd does not run this machine, .* give --plain .*\n$/);
  },
);

test('wrong use is code 2, and help is code 0', async () => {
  const [wrong, help] = await Promise.all([command('--plan'), command('--help')]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("'--plan'");
  expect(help.code).toBe(0);
  expect(help.out).toContain('Usage: hearth runner');
});

test('a manifest that cannot be used is refused with its problems', async () => {
  const { code, err } = await command('--plain', '--manifest=/no/such/folder', '--data=/tmp/none');
  expect(code).toBe(1);
  expect(err).toContain('the manifest in /no/such/folder cannot be used:\n');
});

test('a signal, with --stop-jobs, stops the jobs as a shutdown', async () => {
  await using lab = await Lab.open();
  const runner = await lab.command(['--stop-jobs']);
  const run = lab.gateway.give({ command: ['sleep', '600'] });
  await lab.gateway.started(run);
  const exit = once(runner, 'exit');
  runner.kill('SIGINT');
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'shutdown', signal: 'SIGTERM' });
  expect(await exit).toEqual([0, null]);
  expect(isAlive(lab.where(run).pid)).toBe(false);
});

test('a parent that is gone, with --stop-jobs, stops the jobs as a shutdown', async () => {
  await using lab = await Lab.open();
  const runner = await lab.command(['--stop-jobs']);
  const run = lab.gateway.give({ command: ['sleep', '600'] });
  await lab.gateway.started(run);
  const exit = once(runner, 'exit');
  // As when the parent is killed: nobody reads its log any more, and the channel is closed.
  runner.stdout?.destroy();
  runner.disconnect();
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'shutdown' });
  expect(await exit).toEqual([0, null]);
});
