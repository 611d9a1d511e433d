import type { Job, JobSchedule, ReservingWindow } from '@hearth/manifest';
import {
  bytes,
  instant,
  name,
  runId,
  seconds,
  type ClassName,
  type Instant,
  type JobName,
  type ProbeName,
  type WindowName,
} from '@hearth/words';

import type { House, JobStanding, RunningRun } from './house.ts';

/** A Monday, half past eight in London, in winter: 30 minutes before the workday. */
export const HALF_PAST_EIGHT: Instant = instant(Date.parse('2026-01-05T08:30:00Z'));

export const gpu: ClassName = name<ClassName>('gpu');
export const render: ClassName = name<ClassName>('render');
export const nas: ProbeName = name<ProbeName>('nas');

/** The workday of the example house: it reserves `gpu` and lets through what a person waits for. */
export const workday: ReservingWindow = {
  name: name<WindowName>('workday'),
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:30',
  except: [],
  reserves: [gpu],
  admits: ['interactive', 'user'],
};

/** A job with every default, and what the test is about. */
export function job(about: Partial<Job> = {}): Job {
  return {
    name: name<JobName>('digest'),
    class: gpu,
    priority: 'batch',
    command: ['/bin/true'],
    schedule: null,
    needs: [],
    timeout: seconds(2700),
    grace: seconds(10),
    retry: { attempts: 3, for: null, backoff: seconds(30), max: seconds(3600), final: [] },
    budget: null,
    estimate: { expect: null, rule: 'last-five', noop: [] },
    overlap: 'skip',
    onWindow: 'stop',
    staleAfter: null,
    user: 'hearth-job',
    workingFolder: null,
    umask: '022',
    nice: 0,
    environment: new Map(),
    parameters: new Map(),
    ...about,
  };
}

export function schedule(about: Partial<JobSchedule> = {}): JobSchedule {
  return {
    when: { kind: 'every', every: seconds(60) },
    catchUp: 'once',
    jitter: seconds(0),
    maxLateness: null,
    ...about,
  };
}

export function standing(about: Partial<JobStanding> = {}): JobStanding {
  return {
    job: job(),
    promise: seconds(60),
    because: 'longest of the last five, run 381',
    pausedSince: null,
    ...about,
  };
}

/** A house with nothing running, everything served and no window, and what the test is about. */
export function house(about: Partial<House> = {}): House {
  return {
    now: HALF_PAST_EIGHT,
    timezone: 'Europe/London',
    classes: new Map(
      [gpu, render].map((className) => [
        className,
        { name: className, concurrency: 1, memory: bytes(2 ** 30), cpu: 100 },
      ]),
    ),
    windows: [],
    reservations: [],
    running: [],
    probes: new Map(),
    budgets: new Map(),
    served: new Set([gpu, render]),
    refused: new Map(),
    ...about,
  };
}

export function running(about: Partial<RunningRun> = {}): RunningRun {
  return {
    run: runId(402),
    job: name<JobName>('training'),
    class: gpu,
    priority: 'batch',
    remaining: seconds(720),
    ...about,
  };
}
