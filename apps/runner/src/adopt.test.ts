import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { assignment } from './gateway.test.helper.ts';
import { isAlive, Lab } from './lab.test.helper.ts';
import { bootId } from './process-table.ts';
import { hasRecord, readRecord, writeRecord, type AttemptRecord } from './records.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const RECORD: AttemptRecord = {
  run_id: 12,
  attempt_id: 'attempt-of-before',
  epoch: 3,
  job: 'nightly-digest',
  class: 'light',
  place: 'plain',
  timeout_seconds: 600,
  grace_seconds: 5,
  memory_bytes: 2 ** 28,
};

const EXIT = {
  code: 0,
  signal: null,
  not_started: null,
  duration_seconds: 61,
  uptime_seconds: 66,
  oom_kills: null,
  machine_stopping: false,
};

const OLD = assignment({ command: [], attempt_id: RECORD.attempt_id });

/** What an earlier runner left of one attempt. */
async function left(lab: Lab, records: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(lab.folder(OLD), { recursive: true });
  for (const [name, record] of Object.entries(records)) {
    await writeFile(join(lab.folder(OLD), `${name}.json`), JSON.stringify(record));
  }
}

test('a job outlives a runner that is killed, and the next one follows it to its end', async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  const first = await lab.command();
  const run = lab.gateway.give({
    command: ['sh', '-c', `echo before; cat ${gate}; echo after; exit 7`],
  });
  await lab.gateway.started(run);
  await lab.written(run, /before/);
  await lab.kill(first);

  const claim = lab.gateway.claimed(() => true);
  await lab.runner();
  expect(await claim).toMatchObject({
    free: { light: 1 },
    running: [{ attempt_id: run.attempt_id, epoch: 1, stopping: false }],
  });
  await lab.release(gate);
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 7 });
  expect(lab.output(run)).toBe('before\ngo\nafter\n');
});

test('the end of a job that came while no runner was there is told by the next one', async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  const first = await lab.command();
  const run = lab.gateway.give({ command: ['sh', '-c', `cat ${gate}; exit 7`] });
  await lab.gateway.started(run);
  await lab.kill(first);
  await lab.release(gate);
  await lab.exitRecord(run);

  await lab.runner();
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 7 });
});

test('an end that could not be told is told by the next runner, once', async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  const first = await lab.command();
  const run = lab.gateway.give({ command: ['cat', gate] });
  await lab.gateway.started(run);
  await lab.gateway.away();
  const over = lab.line(/run 12 .* ended/);
  await lab.release(gate);
  await over;
  await lab.kill(first);
  await lab.gateway.back();

  const second = await lab.runner();
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 0 });
  await lab.gateway.claimed(({ running }) => running.length === 0);
  await second.leave();
  const claim = lab.gateway.claimed(() => true);
  await lab.runner();
  expect((await claim).running).toEqual([]);
  expect(lab.gateway.reports.filter((report) => report.startsWith('ended'))).toHaveLength(1);
});

test('a supervisor that was killed while no runner was there leaves nothing alive, and the run is lost', async () => {
  await using lab = await Lab.open();
  const first = await lab.command();
  const run = lab.gateway.give({ command: ['sh', '-c', 'sleep 600 & echo up; wait'] });
  await lab.gateway.started(run);
  await lab.written(run, /up/);
  await lab.kill(first);
  const where = lab.where(run);
  process.kill(where.supervisor_pid, 'SIGKILL');

  await lab.runner();
  expect(await lab.gateway.ended(run)).toMatchObject({
    outcome: 'lost',
    evidence: 'its supervisor was found gone, so how the job ended was not seen',
  });
  expect(isAlive(where.pid)).toBe(false);
});

test('a timeout that passed while no runner was there is kept by the next one', async () => {
  await using lab = await Lab.open();
  const first = await lab.runner();
  const run = lab.gateway.give({ command: ['sleep', '600'], timeout_seconds: 600 });
  await lab.gateway.started(run);
  await first.leave();
  const record = readRecord(lab.folder(run), 'attempt');
  if (record === null) throw new Error('no record');
  await writeRecord(lab.folder(run), 'attempt', { ...record, timeout_seconds: 0.01 }, false);

  await lab.runner();
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'timeout', signal: 'SIGTERM' });
});

test('what a runner had begun to stop is stopped by the next one, for the same reason', async () => {
  await using lab = await Lab.open();
  const first = await lab.runner();
  const run = lab.gateway.give({
    command: ['sh', '-c', 'trap "" TERM; echo up; while :; do sleep 600; done'],
    grace_seconds: 0.5,
  });
  await lab.gateway.started(run);
  await lab.written(run, /up/);
  const stopping = lab.line(/stopping run 12/);
  lab.gateway.order({ attempt_id: run.attempt_id, reason: 'stopped_by_person' });
  await stopping;
  await first.leave();

  const claim = lab.gateway.claimed(() => true);
  await lab.runner();
  expect((await claim).running).toMatchObject([{ attempt_id: run.attempt_id, stopping: true }]);
  expect(await lab.gateway.ended(run)).toMatchObject({
    outcome: 'stopped_by_person',
    signal: 'SIGKILL',
  });
});

test('without an exit record, a machine that was restarted makes the run lost', async () => {
  await using lab = await Lab.open();
  const where = {
    pid: process.pid,
    start_ticks: 1,
    supervisor_pid: process.pid,
    supervisor_start_ticks: 1,
    boot_id: 'another-boot',
    uptime_seconds: 5,
    cgroup: '/',
  };
  await left(lab, { attempt: RECORD, started: where });
  await lab.runner();
  expect(await lab.gateway.ended(OLD)).toMatchObject({
    epoch: 3,
    outcome: 'lost',
    evidence: 'the machine was restarted while it ran',
  });
  expect(lab.gateway.reports).toEqual([`ended ${OLD.attempt_id}`]);
});

test('records that a power cut has emptied do not keep the runner from its start, and the run is lost', async () => {
  await using lab = await Lab.open();
  await left(lab, { attempt: RECORD });
  for (const name of ['started', 'halt'])
    await writeFile(join(lab.folder(OLD), `${name}.json`), '');
  await lab.runner();
  expect(await lab.gateway.ended(OLD)).toMatchObject({
    outcome: 'lost',
    evidence: 'the machine was restarted while it ran',
  });
});

test('an exit record is believed whatever a power cut has made of the others', async () => {
  await using lab = await Lab.open();
  await left(lab, { attempt: RECORD, exit: EXIT });
  await writeFile(join(lab.folder(OLD), 'started.json'), '');
  await lab.runner();
  expect(await lab.gateway.ended(OLD)).toMatchObject({ outcome: 'exited', code: 0 });
});

test('an exit record is believed before the boot id', async () => {
  await using lab = await Lab.open();
  await left(lab, { attempt: RECORD, exit: EXIT });
  await lab.runner();
  expect(await lab.gateway.ended(OLD)).toMatchObject({
    outcome: 'exited',
    code: 0,
    duration_seconds: 61,
  });
});

test('a number that another process bears now is not taken for the supervisor, nor killed', async () => {
  await using lab = await Lab.open();
  const where = {
    pid: process.pid,
    start_ticks: 1,
    supervisor_pid: process.pid,
    supervisor_start_ticks: 1,
    boot_id: bootId(),
    uptime_seconds: 5,
    cgroup: '/',
  };
  await left(lab, { attempt: RECORD, started: where });
  await lab.runner();
  expect(await lab.gateway.ended(OLD)).toMatchObject({ outcome: 'lost' });
});

test('what never began is dropped, and no claim lists it', async () => {
  await using lab = await Lab.open();
  await left(lab, { attempt: RECORD });
  const claim = lab.gateway.claimed(() => true);
  await lab.runner();
  expect((await claim).running).toEqual([]);
  expect(existsSync(lab.folder(OLD))).toBe(false);
});

test('a record that a power cut has spoilt is said and put away', async () => {
  await using lab = await Lab.open();
  await left(lab, {});
  await writeFile(join(lab.folder(OLD), 'attempt.json'), '');
  const said = lab.line(/the record of attempt attempt-of-before cannot be read/);
  await lab.runner();
  await said;
  expect(hasRecord(lab.folder(OLD), 'reported')).toBe(true);
});

test('a runner that is told to end leaves its jobs running', async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  const first = await lab.command();
  const run = lab.gateway.give({ command: ['cat', gate] });
  await lab.gateway.started(run);
  const exit = once(first, 'exit');
  first.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(isAlive(lab.where(run).pid)).toBe(true);
  await lab.runner();
  await lab.release(gate);
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 0 });
});
