import { deepStrictEqual as same, partialDeepStrictEqual as holds } from 'node:assert/strict';

import {
  epoch,
  instant,
  isTerminal,
  name,
  PRIORITIES,
  rank,
  runId,
  seconds,
  type AttemptId,
  type Instant,
  type JobName,
} from '@hearth/words';

import type { Claimed } from './attempts/claim.ts';
import type { Next } from './attempts/next.ts';
import type { House, ModelRun, OpenModel } from './house.test.helper.ts';
import type { DueInstant } from './schedules/fire-schedule.ts';
import { NOON, pi } from './temporary.test.helper.ts';

/** One thing that happens to the house, chosen by two numbers, and held to the model. */
type Step = (house: House, a: number, b: number) => void;

/** Everything that can happen. */
export const STEPS: Readonly<Record<string, Step>> = {
  enqueue,
  fire,
  rewind: (house, a) => void house.queue.rewindMarks(later(NOON, a % 9)),
  wait,
  claim,
  claimAgain,
  start,
  end,
  endAgain,
  takeBack,
  stop,
  cancel,
  retry,
  restart: (house) => house.restart(),
};

function enqueue(house: House, a: number, b: number): void {
  const job = jobAt(a);
  const priority = PRIORITIES[b % PRIORITIES.length] ?? 'batch';
  const runAt = later(house.now, a % 3);
  const key = b % 3 === 0 ? `key-${a % 2}` : undefined;
  const answer = house.queue.enqueue({ job, priority, runAt, key, now: house.now });
  if (!answer.ok) throw new Error(answer.problem.message);
  const known = key === undefined ? undefined : house.keys.get(`${job} ${key}`);
  same(answer.fresh, known === undefined);
  if (known !== undefined) return same(answer.run.id, known);
  if (key !== undefined) house.keys.set(`${job} ${key}`, answer.run.id);
  const { id } = answer.run;
  house.add({
    id,
    job,
    rank: rank(priority),
    runAt,
    dueAt: null,
    state: waiting(runAt, house.now),
  });
}

function fire(house: House, a: number, b: number): void {
  const job = jobAt(b);
  // Out of so few instants the same ones come again and again.
  const instants = [0, 1, 2].slice(0, 1 + (b % 3)).map((step): DueInstant => {
    const dueAt = later(NOON, (a % 9) + step);
    if (step === 1) return { fire: false, dueAt, runAt: dueAt, note: 'overlap' };
    return { fire: true, dueAt, runAt: dueAt };
  });
  const before = house.queue.jobStates().find((state) => state.job === job)?.mark ?? 0;
  const mark = later(NOON, (a % 9) + 2);
  const request = { job, priority: 'batch', instants, mark, now: house.now } as const;
  const made = house.queue.fireSchedule(request);
  const wanted = instants.filter(
    ({ dueAt }) => dueAt > before && !house.fired.has(`${job} ${dueAt}`),
  );
  same(
    made.map((run) => run.dueAt),
    wanted.map(({ dueAt }) => dueAt),
  );
  for (const { id, dueAt, runAt } of made) {
    house.fired.add(`${job} ${dueAt}`);
    const isSkipped = wanted.some((due) => !due.fire && due.dueAt === dueAt);
    const state = isSkipped ? 'skipped' : waiting(runAt, house.now);
    house.add({ id, job, rank: rank('batch'), runAt, dueAt, state });
  }
}

function wait(house: House, a: number): void {
  house.now = later(house.now, a % 4);
  const due = house.in('scheduled').filter((run) => run.runAt <= house.now);
  same(new Set(house.queue.makeDue(house.now)), new Set(due.map((run) => run.job)));
  for (const run of due) run.state = 'ready';
  const next = house.in('scheduled').map((run) => run.runAt);
  same(house.queue.nextDue(), next.length === 0 ? null : Math.min(...next));
}

function claim(house: House, a: number): void {
  house.tokens += 1;
  const token = `token-${house.tokens}`;
  const claimId = `claim-${house.tokens}`;
  const answer = asks(house, a, { claimId, token });
  const [run] = house
    .in('ready')
    .filter(({ job }) => job === jobAt(a))
    .toSorted((x, y) => x.rank - y.rank || x.runAt - y.runAt || x.id - y.id);
  if (run === undefined) return same(answer, { ok: false, reason: 'none_ready' });
  const attemptId: AttemptId = name(`${run.id}-${token}`);
  Object.assign(run, { state: 'running', epoch: run.epoch + 1 });
  run.open = { attemptId, claimId, started: false, stopped: false };
  holds(answer, { ok: true, repeated: false, attempt: { id: attemptId, epoch: run.epoch } });
}

function claimAgain(house: House, a: number): void {
  const run = running(house, a);
  if (run === null) return;
  const { claimId, attemptId } = run.open;
  const answer = asks(house, a, { claimId, token: 'another' });
  holds(answer, { ok: true, repeated: true, attempt: { id: attemptId } });
}

function asks(house: House, a: number, ids: { claimId: string; token: string }): Claimed {
  const from = { job: jobAt(a) };
  return house.queue.claim({ from, runner: pi, bootId: 'boot', ...ids, now: house.now });
}

function start(house: House, a: number): void {
  const run = running(house, a);
  if (run === null) return;
  const { attemptId } = run.open;
  const report = { attemptId, epoch: epoch(run.epoch), place: 'x.scope', at: house.now };
  same(house.queue.started(report).ok, true);
  run.open.started = true;
}

function end(house: House, a: number, b: number): void {
  const run = running(house, a);
  if (run === null) return;
  const counts = (['failure', 'interruption', 'nothing'] as const)[b % 3] ?? 'nothing';
  const runAt = later(house.now, a % 3);
  const again: Next = { state: 'scheduled', counts, runAt, note: null };
  const dead: Next = { state: 'dead', counts, note: 'x' };
  const next = [again, dead, again, { state: 'cancelled', note: 'x' } as const][b % 5];
  const decided: Next = next ?? { state: 'succeeded' };
  const { attemptId } = run.open;
  const report = {
    ...LOST,
    attemptId,
    epoch: epoch(run.epoch),
    duration: seconds(1),
    now: house.now,
  };
  holds(
    house.queue.endAttempt(report, () => decided),
    { ok: true, repeated: false },
  );
  house.ended.push(report);
  if ('counts' in decided && counts === 'failure') run.failures += 1;
  if ('counts' in decided && counts === 'interruption') run.interruptions += 1;
  Object.assign(run, { open: null, state: decided.state });
  if (decided.state === 'scheduled')
    Object.assign(run, { runAt, state: waiting(runAt, house.now) });
}

function endAgain(house: House, a: number): void {
  const report = pick(house.ended, a);
  if (report === undefined) return;
  const run = house.runs.get(runId(Number.parseInt(report.attemptId, 10)));
  const answer = house.queue.endAttempt({ ...LOST, ...report, now: house.now }, () => {
    throw new Error('An attempt that has ended was decided on again.');
  });
  const isNewest = run?.epoch === report.epoch;
  holds(answer, isNewest ? { ok: true, repeated: true } : { ok: false, reason: 'stale_epoch' });
}

function takeBack(house: House, a: number): void {
  const run = running(house, a);
  if (run === null) return;
  const { attemptId, started, stopped } = run.open;
  const request = { attemptId, epoch: epoch(run.epoch), now: house.now };
  const answer = house.queue.takeBack(request);
  if (started) return same(answer, { ok: false, reason: 'started' });
  same(answer.ok, true);
  house.ended.push(request);
  Object.assign(run, { open: null, state: stopped ? 'cancelled' : waiting(run.runAt, house.now) });
}

function stop(house: House, a: number): void {
  const run = pick([...house.runs.values()], a);
  if (run === undefined) return;
  same(house.queue.requestStop(run.id, 'stopped_by_person').ok, run.state === 'running');
  if (run.open !== null) run.open.stopped = true;
}

function cancel(house: House, a: number): void {
  const run = pick([...house.runs.values()], a);
  if (run === undefined) return;
  const isWaiting = run.state === 'ready' || run.state === 'scheduled';
  same(house.queue.cancel(run.id, 'x', house.now).ok, isWaiting);
  if (isWaiting) run.state = 'cancelled';
}

function retry(house: House, a: number): void {
  const run = pick([...house.runs.values()], a);
  if (run === undefined) return;
  const answer = house.queue.retry(run.id, house.now);
  same(answer.ok, isTerminal(run.state));
  if (!answer.ok) return;
  const { job, rank: place } = run;
  house.add({ id: answer.run.id, job, rank: place, dueAt: null, runAt: house.now, state: 'ready' });
}

const LOST = {
  ending: { outcome: 'lost', code: null, signal: null, evidence: null },
  duration: null,
  outputBytes: null,
  lastOutput: null,
} as const;

function running(house: House, number: number): (ModelRun & { open: OpenModel }) | null {
  const run = pick(house.in('running'), number);
  return run === undefined || run.open === null ? null : (run as ModelRun & { open: OpenModel });
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}

function jobAt(number: number): JobName {
  return name(number % 2 === 0 ? 'a' : 'b');
}

function later(moment: Instant, after: number): Instant {
  return instant(moment + after * 1000);
}

function waiting(runAt: Instant, now: Instant): 'scheduled' | 'ready' {
  return runAt > now ? 'scheduled' : 'ready';
}
