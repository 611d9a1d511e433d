import { isDeepStrictEqual } from 'node:util';

import { temporaryFolder } from '@hearth/test-kit';
import { isTerminal, runId, type RunState } from '@hearth/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FakeHouse } from './fake-house.test.helper.ts';

/** A house in which everything happens: two classes, a window, a need, and a job of every kind of schedule. */
const YAML = `
timezone: Europe/London
classes:
  gpu: { concurrency: 1, memory: 1G, cpu: 100% }
  light: { concurrency: 2, memory: 64M, cpu: 50% }
windows:
  workday: { days: mon-fri, from: "09:00", to: "17:30", reserves: [gpu], admits: [interactive, user] }
probes:
  nas: { tcp: "nas.lan:445" }
jobs:
  nightly: { class: gpu, command: [/bin/true], timeout: 45m, schedule: "30 1 * * *", overlap: skip }
  often: { class: light, command: [/bin/true], timeout: 5m, schedule: { every: 1h, catch_up: all, max_lateness: 3h }, overlap: queue }
  fresh: { class: light, command: [/bin/true], timeout: 5m, schedule: { every: 90m }, overlap: replace, retry: { attempts: 2 } }
  backup: { class: light, command: [/bin/true], timeout: 5m, needs: [nas], retry: { attempts: 1 } }
  asked: { class: gpu, priority: user, command: [/bin/true], timeout: 5m }
`;
/** The weekend on which the clocks go forward in London, so that many histories cross it. */
const START = '2026-03-27T20:00:00Z';

const ENDINGS = {
  success: { outcome: 'exited', code: 0 },
  failure: { outcome: 'exited', code: 1 },
  'not now': { outcome: 'exited', code: 75 },
  crash: { outcome: 'signalled', signal: 'SIGSEGV' },
  shutdown: { outcome: 'shutdown' },
  lost: { outcome: 'lost' },
} as const;
type EndingName = keyof typeof ENDINGS;

type Step =
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'sleep'; readonly minutes: number }
  | { readonly kind: 'nas'; readonly up: boolean }
  | { readonly kind: 'ask'; readonly job: 'asked' | 'backup'; readonly key: string | null }
  | { readonly kind: 'claim' }
  | { readonly kind: 'end'; readonly which: number; readonly how: EndingName }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'reboot' }
  | { readonly kind: 'reopen' };

const kind = <K extends Step['kind']>(value: K): fc.Arbitrary<K> => fc.constant(value);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('wait'), minutes: fc.oneof(fc.nat(20), fc.nat(900)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('sleep'), minutes: fc.nat(3000) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('nas'), up: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('ask'),
      job: fc.constantFrom('asked', 'backup'),
      key: fc.constantFrom(null, 'a', 'b'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('claim') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('end'),
      which: fc.nat(9),
      how: fc.constantFrom(...(Object.keys(ENDINGS) as EndingName[])),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reboot') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reopen') }) },
);

/** A house that is held against what must be true at every moment. */
class Play {
  readonly house: FakeHouse;
  readonly #over = new Map<number, RunState>();
  readonly #instants = new Map<string, number>();

  constructor(folder: string) {
    this.house = new FakeHouse(folder, YAML, START);
  }

  play(one: Step): void {
    const { house } = this;
    switch (one.kind) {
      case 'wait':
        house.wait(one.minutes * 60, 1800);
        break;
      case 'sleep':
        house.sleepUntil(new Date(house.now + one.minutes * 60_000).toISOString());
        break;
      case 'nas':
        if (one.up) house.down.delete('nas');
        else house.down.set('nas', house.now);
        break;
      case 'ask':
        this.#ask(one.job, one.key);
        break;
      case 'claim':
        this.#claim();
        break;
      case 'end':
        this.#end(one.which, one.how);
        break;
      case 'cancel':
        this.#cancel(one.which);
        break;
      case 'reboot':
        house.reboot();
        break;
      case 'reopen':
        this.#reopen();
        break;
    }
    house.look();
    this.check();
  }

  check(): void {
    const { queue, context } = this.house;
    const inClass = new Map<string, number>();
    for (const run of queue.runs({ limit: 500 }).runs) {
      const attempts = queue.run(run.id)?.attempts ?? [];
      const open = attempts.filter((attempt) => attempt.endedAt === null).length;
      must(open === (run.state === 'running' ? 1 : 0), `open attempts of run ${run.id}`);
      const before = this.#over.get(run.id);
      must(before === undefined || run.state === before, `run ${run.id} was ${before}`);
      if (isTerminal(run.state)) this.#over.set(run.id, run.state);
      const job = context.manifest.jobs.get(run.job);
      if (job === undefined) continue;
      must(run.failures <= job.retry.attempts, `run ${run.id} failed ${run.failures} times`);
      if (run.state === 'running') inClass.set(job.class, (inClass.get(job.class) ?? 0) + 1);
      if (run.dueAt === null) continue;
      const due = `${run.job} at ${run.dueAt}`;
      must((this.#instants.get(due) ?? run.id) === run.id, `${due} came twice`);
      this.#instants.set(due, run.id);
    }
    for (const { name, concurrency } of context.manifest.classes.values()) {
      must((inClass.get(name) ?? 0) <= concurrency, `${name} has ${inClass.get(name)} runs`);
    }
  }

  #ask(wanted: 'asked' | 'backup', key: string | null): void {
    const { queue, context, now } = this.house;
    const job = [...context.manifest.jobs.values()].find((one) => one.name === wanted);
    if (job === undefined) throw new Error(wanted);
    const { name, priority } = job;
    const asked = queue.enqueue({ job: name, priority, now, ...(key === null ? {} : { key }) });
    must(asked.ok, `${wanted} was refused`);
  }

  #claim(): void {
    const { held, down } = this.house;
    const got = this.house.claim();
    if (got === null) return;
    must(!held.some((one) => one !== got && one.job === got.job), `${got.job} runs twice at once`);
    must(got.job !== 'backup' || down.size === 0, 'a parked run was given away');
  }

  #end(which: number, how: EndingName): void {
    const { held, queue, down } = this.house;
    const one = held[which % Math.max(1, held.length)];
    if (one === undefined) return;
    const failures = (): number => queue.run(runId(one.run_id))?.failures ?? 0;
    const before = failures();
    const excuse = one.job === 'backup' && down.has('nas') ? 'probe nas is down' : null;
    must(
      this.house.end(one, ENDINGS[how], { excuse }).ok,
      `the end of ${one.attempt_id} was refused`,
    );
    const burns = (how === 'failure' || how === 'crash') && excuse === null;
    must(failures() - before === (burns ? 1 : 0), `${how} of ${one.job} burnt a retry`);
  }

  #cancel(which: number): void {
    const { queue, now } = this.house;
    const { runs } = queue.runs({ limit: 10 });
    const run = runs[which % Math.max(1, runs.length)];
    if (run === undefined || isTerminal(run.state)) return;
    if (run.state === 'running') queue.requestStop(run.id, 'stopped_by_person');
    else queue.cancel(run.id, 'somebody wanted it', now);
  }

  /** Whatever was acknowledged is there again. */
  #reopen(): void {
    const before = this.house.queue.runs({ limit: 500 });
    this.house.reopen();
    must(
      isDeepStrictEqual(this.house.queue.runs({ limit: 500 }), before),
      'a restart changed runs',
    );
  }
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

test('whatever happens, no run has two attempts, no end is undone, and each instant comes once', async () => {
  await using folder = await temporaryFolder();
  let history = 0;
  const checked = fc.check(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const play = new Play(`${folder.path}/${history++}`);
      try {
        play.check();
        for (const one of steps) play.play(one);
      } finally {
        play.house[Symbol.dispose]();
      }
    }),
    { numRuns: Number(process.env['HEARTH_HISTORIES'] ?? 2000) },
  );
  expect(fc.defaultReportMessage(checked)).toBeUndefined();
}, 600_000);
