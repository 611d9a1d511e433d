import {
  callSchema,
  jobEstimateSchema,
  jobStatusSchema,
  machineStatusSchema,
  runSchema,
  statusSchema,
  whySchema,
  type Attempt,
  type Call,
  type JobEstimate,
  type JobStatus,
  type MachineStatus,
  type Run,
  type Status,
  type Why,
} from '@hearth/wire';
import * as v from 'valibot';

/** An attempt that took 21m17s, of run 12. */
export function anAttempt(but: Partial<Attempt> = {}): Attempt {
  return {
    id: 'attempt-12',
    epoch: 1,
    runner: 'pi',
    claimed_at: '2026-07-01T00:30:02.000Z',
    started_at: '2026-07-01T00:30:03.000Z',
    ended_at: '2026-07-01T00:51:20.000Z',
    duration_seconds: 1277,
    outcome: 'exited',
    code: 0,
    signal: null,
    evidence: null,
    last_output: null,
    ...but,
  };
}

/** Run 12 of nightly-digest, which succeeded; every sample is checked to be one of the wire's shapes. */
export function aRun(but: Partial<Run> = {}): Run {
  return v.parse(runSchema, {
    id: 12,
    job: 'nightly-digest',
    priority: 'batch',
    state: 'succeeded',
    created_at: '2026-07-01T00:30:00.000Z',
    run_at: '2026-07-01T00:30:00.000Z',
    started_at: '2026-07-01T00:30:03.000Z',
    finished_at: '2026-07-01T00:51:20.000Z',
    failures: 0,
    interruptions: 0,
    retry_of: null,
    outcome: 'exited',
    note: null,
    attempts: [anAttempt()],
    ...but,
  });
}

/** Run 13 of render-postcard, which waits. */
export function aWaitingRun(but: Partial<Run> = {}): Run {
  return aRun({
    id: 13,
    job: 'render-postcard',
    state: 'parked',
    started_at: null,
    finished_at: null,
    outcome: null,
    attempts: [],
    ...but,
  });
}

/** Why run 13 waits. */
export function aWhy(but: Partial<Why> = {}): Why {
  return v.parse(whySchema, {
    run_id: 13,
    job: 'render-postcard',
    verdict: 'waiting',
    message: 'run 13 waits',
    reasons: [
      {
        code: 'need_down',
        message: 'probe render-box has been down for 2h: connection refused',
        until: null,
        never: false,
        mend: null,
      },
      {
        code: 'window',
        message: 'window workday is open and reserves class render',
        until: '2026-07-01T16:30:00.000Z',
        never: false,
        mend: null,
      },
    ],
    ...but,
  });
}

/** A call of run 12 that its cap, which its time gave, cut. */
export function aCall(but: Partial<Call> = {}): Call {
  return v.parse(callSchema, {
    id: 41,
    consumer: 'run 12',
    run_id: 12,
    budget: 'digest',
    priority: 'batch',
    api: 'openai-chat',
    model: 'qwen3-30b',
    machine: 'gpu-box',
    arrived_at: '2026-07-01T00:30:10.000Z',
    admitted_at: '2026-07-01T00:30:12.000Z',
    ended_at: '2026-07-01T00:32:12.000Z',
    waited_seconds: 2,
    ran_seconds: 120,
    place: null,
    expected_at: null,
    prompt_tokens: 812,
    answer_tokens: 1024,
    cap: 1024,
    cap_reason: 'time',
    tokens_per_second: 13.9,
    end: 'length',
    ...but,
  });
}

/** What is known of nightly-digest. */
export function aJob(but: Partial<JobStatus> = {}): JobStatus {
  return v.parse(jobStatusSchema, {
    name: 'nightly-digest',
    class: 'gpu',
    priority: 'batch',
    schedule: '30 1 * * * (Europe/London)',
    next_at: '2026-07-02T00:30:00.000Z',
    paused: false,
    needs: ['model'],
    promise_seconds: 1277,
    promise_because: 'longest of the last five, run 12',
    last_run: { id: 12, state: 'succeeded', finished_at: '2026-07-01T00:51:20.000Z' },
    last_success_at: '2026-07-01T00:51:20.000Z',
    dead: 0,
    ...but,
  });
}

/** The estimate of nightly-digest, from four attempts. */
export function anEstimate(but: Partial<JobEstimate> = {}): JobEstimate {
  const durations = [600, 1277, 30, 640];
  const results = ['completed', 'completed', 'failed', 'completed'];
  return v.parse(jobEstimateSchema, {
    job: 'nightly-digest',
    rule: 'last-five',
    promise_seconds: 1277,
    because: 'longest of 3 completed runs, run 9',
    typical_seconds: 640,
    completed: 3,
    warning: null,
    history: durations.map((duration_seconds, index) => ({
      run_id: 8 + index,
      ended_at: '2026-07-01T00:51:20.000Z',
      duration_seconds,
      result: results[index] ?? '',
    })),
    ...but,
  });
}

/** A machine with one model loaded. */
export function aMachine(but: Partial<MachineStatus> = {}): MachineStatus {
  return v.parse(machineStatusSchema, {
    name: 'gpu-box',
    url: 'http://gpu-box.lan:8080',
    state: 'up',
    api: 'llama.cpp',
    slots: 1,
    running: 1,
    draining: 0,
    proven_idle: true,
    models: [
      { name: 'qwen3-30b', loaded: true, context: 32768, tokens_per_second: 13.94, aliases: [] },
    ],
    ...but,
  });
}

/** A house in London where all is well. */
export function aStatus(but: Partial<Status> = {}): Status {
  return v.parse(statusSchema, {
    version: '1.2.3',
    started_at: '2026-07-01T10:00:00.000Z',
    timezone: 'Europe/London',
    clock_trusted: true,
    runs: { scheduled: 4, ready: 1, running: 2, dead: 0 },
    calls: { waiting: 3, running: 1, draining: 0 },
    classes: [{ name: 'gpu', concurrency: 1, running: 1 }],
    probes: [{ name: 'model', state: 'up', since: '2026-07-01T10:00:00.000Z', detail: null }],
    runners: [
      {
        name: 'pi',
        boot_id: 'boot-0001',
        last_seen_at: '2026-07-01T11:59:57.000Z',
        silent: false,
        classes: ['gpu', 'light'],
        running: 2,
      },
    ],
    machines: [aMachine()],
    ...but,
  });
}
