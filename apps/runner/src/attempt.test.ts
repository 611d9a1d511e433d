import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { systemdRuns } from '@hearth/slices';
import { expect, test, vi } from 'vitest';

import { isAlive, Lab } from './lab.test.helper.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

test('a run that succeeds is started, followed and told, and its output is one file', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command: ['sh', '-c', 'echo hello; echo oops >&2'] });

  const started = await lab.gateway.started(run);
  const ended = await lab.gateway.ended(run);

  expect(started).toEqual({ epoch: 1, place: `process group ${lab.where(run).pid}` });
  expect(ended).toEqual({
    epoch: 1,
    outcome: 'exited',
    code: 0,
    signal: null,
    evidence: null,
    duration_seconds: expect.any(Number),
    output_bytes: 11,
    last_output: null,
  });
  expect(lab.output(run)).toBe('hello\noops\n');
});

test('an exit code is told as it was, with the last of the output', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command: ['sh', '-c', 'printf "no\\0 disk\\n"; exit 137'] });
  expect(await lab.gateway.ended(run)).toMatchObject({
    outcome: 'exited',
    code: 137,
    signal: null,
    evidence: 'exited with code 137',
    last_output: 'no␀ disk\n',
  });
});

test('a signal is told as a signal, and as one that hearth did not send', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command: ['sh', '-c', 'kill -KILL $$'] });
  expect(await lab.gateway.ended(run)).toMatchObject({
    outcome: 'signalled',
    code: null,
    signal: 'SIGKILL',
    evidence: 'ended by SIGKILL, which hearth did not send',
  });
});

test.each([
  {
    command: ['/no/such/program'],
    says: 'cannot start /no/such/program: No such file or directory',
  },
  { command: ['/etc/passwd'], says: 'cannot start /etc/passwd: Permission denied' },
  { command: [''], says: 'cannot start : No such file or directory' },
])('a program that cannot be started is told with the reason: $says', async ({ command, says }) => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command });
  expect(await lab.gateway.ended(run)).toMatchObject({
    outcome: 'not_started',
    code: null,
    evidence: says,
    duration_seconds: null,
  });
  expect(lab.gateway.reports).toEqual([`ended ${run.attempt_id}`]);
});

test('names that could leave the folder, and an environment that no process can have, are not started', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const outside = lab.gateway.give({ command: ['true'], job: '../../etc', run_id: 1 });
  expect(await lab.gateway.ended(outside)).toMatchObject({
    outcome: 'not_started',
    evidence: '"../../etc" cannot be the name of a folder or a unit',
  });
  const nul = lab.gateway.give({ command: ['true'], environment: { A: 'x\0y' }, run_id: 2 });
  expect(await lab.gateway.ended(nul)).toMatchObject({
    outcome: 'not_started',
    evidence: 'the environment variable A holds a NUL',
  });
});

test('a job that runs for longer than its timeout is stopped', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command: ['sleep', '600'], timeout_seconds: 0.2 });
  const ended = await lab.gateway.ended(run);
  expect(ended).toMatchObject({ outcome: 'timeout', code: null, signal: 'SIGTERM' });
  expect(ended.evidence).toMatch(
    /^still running after its timeout of 0\.2 s; SIGTERM at [-\dT:.]+Z; it ended [\d.]+ s later, and at [-\dT:.]+Z nothing of it was left$/,
  );
  expect(ended.duration_seconds).toBeGreaterThanOrEqual(0.19);
});

test('a job that ignores SIGTERM is killed after its grace, and still is a timeout', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({
    command: ['sh', '-c', 'trap "" TERM; while :; do sleep 600; done'],
    timeout_seconds: 1,
    grace_seconds: 0.2,
  });
  const ended = await lab.gateway.ended(run);
  expect(ended).toMatchObject({ outcome: 'timeout', signal: 'SIGKILL' });
  expect(ended.evidence).toContain('did not end within 0.2 s and was killed by SIGKILL at ');
  expect(isAlive(lab.where(run).pid)).toBe(false);
});

test('what outlives the process of a run is stopped before its end is told', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  // One in the group of its parent, and one that has made a group of its own.
  const script =
    'sleep 600 & echo $!; perl -e "setpgrp 0, 0; exec qw(sleep 600)" & echo $!; exit 0';
  const run = lab.gateway.give({ command: ['sh', '-c', script] });
  const ended = await lab.gateway.ended(run);
  expect(ended).toMatchObject({ outcome: 'exited', code: 0 });
  expect(ended.evidence).toBe('2 processes that it had left behind were stopped');
  const pids = lab.output(run).trim().split('\n').map(Number);
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test.each(['stopped_by_person', 'stopped_by_window'] as const)(
  'a run that the gateway wants stopped is %s, whatever its exit code',
  async (reason) => {
    await using lab = await Lab.open();
    await lab.runner();
    const run = lab.gateway.give({
      command: [
        'perl',
        '-e',
        '$SIG{TERM} = sub { print "bye\n"; exit 0 }; $| = 1; print "up\n"; sleep',
      ],
    });
    await lab.gateway.started(run);
    await lab.written(run, /up/);
    const told = lab.gateway.claimed(({ running }) => running.some(({ stopping }) => stopping));
    lab.gateway.order({ attempt_id: run.attempt_id, reason });
    expect((await told).running).toEqual([
      { attempt_id: run.attempt_id, epoch: 1, stopping: true },
    ]);
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: reason,
      code: 0,
      last_output: 'up\nbye\n',
    });
  },
);

test('a supervisor that is killed takes its job with it, and the run is lost', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command: ['sh', '-c', 'sleep 600 & echo up; wait'] });
  await lab.gateway.started(run);
  await lab.written(run, /up/);
  const where = lab.where(run);
  process.kill(where.supervisor_pid, 'SIGKILL');
  expect(await lab.gateway.ended(run)).toMatchObject({
    outcome: 'lost',
    code: null,
    evidence: 'its supervisor was ended by SIGKILL, so how the job ended was not seen',
    duration_seconds: null,
  });
  expect(isAlive(where.pid)).toBe(false);
});

test('a supervisor that cannot be started, or ends too soon, is told with what it said', async () => {
  await using lab = await Lab.open();
  const first = await lab.runner({ environment: { PATH: lab.data } });
  const nothing = lab.gateway.give({ command: ['true'], run_id: 1 });
  expect(await lab.gateway.ended(nothing)).toMatchObject({
    outcome: 'not_started',
    evidence: 'hearth could not start it: there is no program perl on this machine',
  });
  await writeFile(join(lab.data, 'perl'), '#!/bin/sh\necho not today\nexit 3\n', { mode: 0o755 });
  const short = lab.gateway.give({ command: ['true'], run_id: 2 });
  expect(await lab.gateway.ended(short)).toMatchObject({
    outcome: 'not_started',
    evidence: 'its supervisor exited with code 3 before it had started anything: not today',
  });
  await first.leave();
});

test.skipIf(systemdRuns())(
  'where systemd cannot be asked, nothing is claimed for a scope, and the claim says why',
  async () => {
    await using lab = await Lab.open();
    await lab.runner({ place: 'scope' });
    const { free, refused } = await lab.gateway.claimed(() => true);
    expect(free).toEqual({});
    expect(refused['light']).toContain('hearth cannot ask systemd whether the limits are in force');
  },
);

test("a job finds its own environment, nothing of the runner's, and leaves no secret behind", async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  const environment = {
    HOME: '/home/me',
    PATH: process.env['PATH'],
    RUNNER_SECRET: 'x',
    PERL5OPT: '-Mnope',
  };
  await lab.runner({ environment });
  const secrets = {
    OPENAI_API_KEY: 'sk-very-secret',
    LANG: 'de_DE.UTF-8',
    PERL5OPT: '-Mnope',
    A: 'b=c\nd',
  };
  const run = lab.gateway.give({
    command: ['sh', '-c', `env -0 | sort -z | tr '\\0' '|'; pwd; cat ${gate}`],
    environment: secrets,
  });
  await lab.gateway.started(run);
  await lab.written(run, /nightly-digest/);
  const where = lab.where(run);
  for (const file of ['cmdline', 'environ']) {
    expect(readFileSync(`/proc/${where.supervisor_pid}/${file}`, 'utf8')).not.toContain('secret');
  }
  for (const file of readdirSync(lab.folder(run)).filter((name) => name.endsWith('.json'))) {
    expect(readFileSync(join(lab.folder(run), file), 'utf8')).not.toContain('secret');
  }
  await lab.release(gate);
  await lab.gateway.ended(run);
  const folder = join(lab.data, 'runner', 'jobs', 'nightly-digest');
  expect(lab.output(run)).toBe(
    `A=b=c\nd|HOME=/home/me|LANG=de_DE.UTF-8|LOGNAME=root|OPENAI_API_KEY=sk-very-secret|PATH=${environment.PATH}` +
      `|PERL5OPT=-Mnope|PWD=${folder}|SHELL=/bin/sh|USER=root|${folder}\ngo\n`,
  );
  expect(lab.lines.join('\n')).not.toContain('secret');
});

test('a job that reads its input finds it empty', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const run = lab.gateway.give({ command: ['wc', '-c'] });
  await lab.gateway.ended(run);
  expect(lab.output(run).trim()).toBe('0');
  expect(
    execFileSync('stat', ['-c', '%a', lab.folder(run)])
      .toString()
      .trim(),
  ).toBe('750');
});
