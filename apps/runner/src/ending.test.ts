import { expect, test } from 'vitest';

import { endingOf, signalName, spoken, type Remains } from './ending.ts';
import type { ExitRecord, StopRecord } from './records.ts';

const EXIT: ExitRecord = {
  code: 0,
  signal: null,
  not_started: null,
  duration_seconds: 60,
  uptime_seconds: 160,
  oom_kills: null,
  machine_stopping: false,
};

const STOP: StopRecord = {
  reason: 'timeout',
  asked_uptime_seconds: 150,
  killed_uptime_seconds: null,
};

function of(parts: Partial<Remains>): ReturnType<typeof endingOf> {
  return endingOf({
    record: { place: 'scope', timeout_seconds: 2700, grace_seconds: 10, memory_bytes: 2 ** 31 },
    started: true,
    exit: EXIT,
    stop: null,
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
    evidence: 'still running after its timeout of 45 min; it ended 10 s after SIGTERM',
  });
  expect(
    of({
      stop: { ...STOP, reason: 'stopped_by_window' },
      exit: { ...EXIT, code: null, signal: 15 },
    }),
  ).toMatchObject({ outcome: 'stopped_by_window', signal: 'SIGTERM' });
});

test('a job that had to be killed says how long it was given', () => {
  const stop = { ...STOP, reason: 'stopped_by_person', killed_uptime_seconds: 160 } as const;
  expect(of({ stop, exit: { ...EXIT, code: null, signal: 9 } })).toEqual({
    outcome: 'stopped_by_person',
    code: null,
    signal: 'SIGKILL',
    evidence: 'stopped by a person; it did not end within 10 s of SIGTERM and was killed',
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
    evidence: 'stopped because its runner was shut down; it ended after SIGTERM',
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
    evidence: 'the kernel killed a process of it at its limit of 2048 MiB',
  });
  expect(of({ exit: { ...EXIT, code: 1, oom_kills: 2 } }).outcome).toBe('oom');
  expect(of({ exit: { ...EXIT, oom_kills: 1 } })).toMatchObject({ outcome: 'exited', code: 0 });
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
  const record = { place: 'plain', timeout_seconds: 1, grace_seconds: 1, memory_bytes: 1 } as const;
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
