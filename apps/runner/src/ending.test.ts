import { expect, test } from 'vitest';

import { endingOf, signalName, type Remains } from './ending.ts';
import { spoken } from './evidence.ts';
import type { ExitRecord, StopRecord } from './records.ts';

const RECORD: Remains['record'] = {
  attempt_id: '7f3a9c2e',
  place: 'scope',
  timeout_seconds: 2700,
  grace_seconds: 10,
  memory_bytes: 2 ** 31,
};

const EXIT: ExitRecord = {
  code: 0,
  signal: null,
  not_started: null,
  duration_seconds: 60,
  uptime_seconds: 160,
  oom_kills: null,
  oom_cgroup: null,
  oom_bytes: null,
  oom_victim: null,
  machine_stopping: false,
};

const STOP: StopRecord = {
  reason: 'timeout',
  asked_uptime_seconds: 150,
  asked_at: '2026-11-30T02:45:00.000Z',
  killed_at: null,
  gone_at: '2026-11-30T02:45:10.000Z',
};

function of(parts: Partial<Remains>): ReturnType<typeof endingOf> {
  return endingOf({
    record: RECORD,
    started: true,
    exit: EXIT,
    stop: null,
    halt: null,
    leftovers: 0,
    absence: 'its supervisor was found gone',
    ...parts,
  });
}

test('a clean success needs no words', () => {
  expect(of({})).toEqual({ outcome: 'exited', code: 0, signal: null, evidence: null });
});

test.each([143, 137])('code %i alone is an exit, whatever a shell would take it for', (code) => {
  expect(of({ exit: { ...EXIT, code } })).toMatchObject({ outcome: 'exited', code });
});

test('a stopped job is what it was stopped for, whatever it made of the signal', () => {
  expect(of({ stop: STOP })).toEqual({
    outcome: 'timeout',
    code: 0,
    signal: null,
    evidence:
      'still running after its timeout of 45 min; SIGTERM at 2026-11-30T02:45:00.000Z; it ended 10 s later, ' +
      'and at 2026-11-30T02:45:10.000Z nothing of it was left',
  });
  expect(
    of({
      stop: { ...STOP, reason: 'stopped_by_window' },
      exit: { ...EXIT, code: null, signal: 15 },
    }),
  ).toMatchObject({ outcome: 'stopped_by_window', signal: 'SIGTERM' });
});

test('a job that had to be killed says how long it was given', () => {
  const killed_at = '2026-11-30T02:45:10.000Z';
  const stop = { ...STOP, reason: 'stopped_by_person', killed_at } as const;
  expect(of({ stop, exit: { ...EXIT, code: null, signal: 9 } })).toEqual({
    outcome: 'stopped_by_person',
    code: null,
    signal: 'SIGKILL',
    evidence:
      'stopped by a person; SIGTERM at 2026-11-30T02:45:00.000Z; it did not end within 10 s and was killed by ' +
      'SIGKILL at 2026-11-30T02:45:10.000Z, and at 2026-11-30T02:45:10.000Z nothing of it was left',
  });
});

test('a job that had ended before it was asked to has ended by itself', () => {
  const exit = { ...EXIT, code: 3, uptime_seconds: 149.99 };
  expect(of({ stop: STOP, exit })).toMatchObject({ outcome: 'exited', code: 3 });
});

test('a job that was stopped and left no record is still what it was stopped for', () => {
  expect(of({ stop: { ...STOP, reason: 'shutdown' }, exit: null })).toEqual({
    outcome: 'shutdown',
    code: null,
    signal: null,
    evidence:
      'stopped because its runner was shut down; it ended after SIGTERM at 2026-11-30T02:45:00.000Z, ' +
      'and at 2026-11-30T02:45:10.000Z nothing of it was left',
  });
});

test('without any record it is lost, and where nothing ever ran it was not started', () => {
  expect(of({ exit: null })).toMatchObject({
    outcome: 'lost',
    evidence: 'its supervisor was found gone',
  });
  expect(of({ exit: null, started: false })).toMatchObject({ outcome: 'not_started' });
});

test('a scope whose processes the kernel killed for memory is out of memory, unless it succeeded', () => {
  expect(of({ exit: { ...EXIT, code: null, signal: 9, oom_kills: 1 } })).toMatchObject({
    outcome: 'oom',
    signal: 'SIGKILL',
    evidence: 'the kernel killed a process of it for memory; its limit is 2 GiB',
  });
  expect(of({ exit: { ...EXIT, code: 1, oom_kills: 2 } }).outcome).toBe('oom');
  expect(of({ exit: { ...EXIT, oom_kills: 1 } })).toMatchObject({ outcome: 'exited', code: 0 });
});

const OOM: ExitRecord = { ...EXIT, code: null, signal: 9, oom_kills: 1, oom_victim: 'ffmpeg' };
const SLICE = '/hearth.slice/hearth-gpu.slice';

test.each([
  [
    `${SLICE}/hearth-digest-7f3a9c2e.scope`,
    2 ** 31,
    'killed by the kernel at 2 GiB of attempt 7f3a9c2e: a process of it (ffmpeg)',
  ],
  [
    SLICE,
    576 * 2 ** 20,
    'the kernel killed a process of it (ffmpeg) at the limit of 576 MiB of hearth-gpu.slice, which it shares with other runs',
  ],
  [
    '/',
    null,
    'the kernel killed a process of it (ffmpeg) because the whole machine was out of memory',
  ],
  [null, null, 'the kernel killed a process of it (ffmpeg) for memory; its limit is 2 GiB'],
])(
  'the evidence of a kill for memory names whose limit was met: %s',
  (oom_cgroup, oom_bytes, evidence) => {
    expect(of({ exit: { ...OOM, oom_cgroup, oom_bytes } })).toMatchObject({
      outcome: 'oom',
      evidence,
    });
  },
);

const HALT = { result: 'timeout', uptime_seconds: 159, machine_stopping: false };
const TERM: ExitRecord = { ...EXIT, code: null, signal: 15 };

test('a scope that systemd ended at the backstop ran into its timeout, told apart from one that hearth kept', () => {
  const evidence =
    'ended by systemd after 46 min, the backstop behind its timeout of 45 min: no runner was there to keep that';
  expect(of({ halt: HALT, exit: TERM })).toMatchObject({ outcome: 'timeout', evidence });
  expect(of({ halt: HALT, exit: EXIT })).toMatchObject({ outcome: 'timeout', code: 0 });
  expect(of({ halt: HALT, exit: null })).toMatchObject({ outcome: 'timeout', evidence });
  expect(of({ halt: HALT, exit: TERM, stop: STOP }).evidence).toContain('SIGTERM at 2026');
});

test('what else systemd ends a scope for is told, and is guessed from no signal', () => {
  const told = { ...HALT, result: 'success' };
  expect(of({ halt: told, exit: TERM })).toMatchObject({
    outcome: 'signalled',
    evidence:
      'ended by SIGTERM, which hearth did not send; systemd was told to stop its scope or its slice, by something that is not hearth',
  });
  expect(of({ halt: told, exit: { ...EXIT, code: 3 } }).outcome).toBe('exited');
  expect(of({ halt: told, exit: null }).outcome).toBe('lost');
  expect(of({ halt: { ...HALT, result: 'oom-kill' }, exit: TERM }).outcome).toBe('oom');
  const down = { ...told, machine_stopping: true };
  expect(of({ halt: down, exit: { ...TERM, signal: 9 } }).outcome).toBe('shutdown');
  expect(of({ halt: down, exit: null }).outcome).toBe('shutdown');
});

test('what ends badly while the machine is shut down was interrupted, unless hearth or the kernel ended it', () => {
  const exit = { ...EXIT, code: null, signal: 15, machine_stopping: true };
  expect(of({ exit })).toMatchObject({
    outcome: 'shutdown',
    signal: 'SIGTERM',
    evidence: 'the machine was shut down while it ran',
  });
  expect(of({ exit: { ...exit, oom_kills: 1 } }).outcome).toBe('oom');
  expect(of({ exit, stop: STOP }).outcome).toBe('timeout');
});

test("in plain mode the kernel's kills may be anybody's, and prove nothing", () => {
  const record = { ...RECORD, place: 'plain' } as const;
  expect(of({ record, exit: { ...EXIT, code: null, signal: 9, oom_kills: 1 } })).toMatchObject({
    outcome: 'signalled',
    evidence: 'ended by SIGKILL, which hearth did not send',
  });
});

test('evidence is never longer than the wire takes', () => {
  expect(
    of({ exit: { ...EXIT, code: null, not_started: 'x'.repeat(5000) } }).evidence,
  ).toHaveLength(1024);
});

test.each([
  [0.44, '0.4 s'],
  [10, '10 s'],
  [119, '119 s'],
  [2700, '45 min'],
  [3600, '1 h'],
  [5400, '1 h 30 min'],
])('%d seconds are said as %s', (seconds, words) => {
  expect(spoken(seconds)).toBe(words);
});

test('a signal has its name, and one that has none its number', () => {
  expect(signalName(11)).toBe('SIGSEGV');
  expect(signalName(40)).toBe('signal 40');
});
