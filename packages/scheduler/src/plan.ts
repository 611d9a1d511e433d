import { instants, jitter, period } from '@hearth/calendar';
import {
  after,
  instant,
  rank,
  seconds,
  type ClassName,
  type Instant,
  type JobName,
  type Priority,
  type RunId,
  type Seconds,
} from '@hearth/words';

import type { House, JobStanding } from './house.ts';
import { firstFit, reservedSpans } from './reserved.ts';

/** A run that exists already and has not started. */
export interface WaitingRun {
  readonly run: RunId;
  readonly job: JobName;
  readonly priority: Priority;
  readonly runAt: Instant;
}

/** What is foreseen for one run, whether it exists already or will come of a schedule. */
export interface Foreseen {
  readonly job: JobName;
  /** Null where the run does not exist yet. */
  readonly run: RunId | null;
  readonly class: ClassName;
  readonly dueAt: Instant;
  readonly fate:
    | {
        readonly kind: 'starts';
        readonly at: Instant;
        readonly ends: Instant;
        readonly behindWindow: boolean;
      }
    /** Another run of the job is still open when it becomes due. */
    | { readonly kind: 'skipped' }
    /** It does not start in the hours looked at: its class is full, or its promise fits no gap. */
    | { readonly kind: 'misses'; readonly never: boolean };
}

/** What will start when, as far as can be foreseen. */
export interface Plan {
  readonly from: Instant;
  readonly until: Instant;
  readonly foreseen: readonly Foreseen[];
  /** Days in the hours looked at on which the clocks change, by their midnight. */
  readonly clockChanges: readonly Instant[];
}

/** At most so many instants of a schedule are foreseen. */
const MOST_OF_ONE_JOB = 500;

interface Demand {
  readonly standing: JobStanding;
  readonly run: RunId | null;
  readonly priority: Priority;
  readonly dueAt: Instant;
}

/**
 * Plays the next hours through, with every run lasting as long as its promise: schedules, windows, classes and
 * priorities count, probes are taken to be up and budgets to suffice. Pure; the same question gets the same answer.
 */
export function plan(
  house: House,
  standings: ReadonlyMap<JobName, JobStanding>,
  waiting: readonly WaitingRun[],
  until: Instant,
): Plan {
  const foreseen: Foreseen[] = [];
  let open = demands(house, standings, waiting, until);
  let running = house.running.map((run) => ({
    job: run.job,
    class: run.class,
    ends: after(house.now, run.remaining),
  }));
  let now = house.now;
  while (now < until && open.length > 0) {
    running = running.filter((one) => one.ends > now);
    open = skipOverlaps(open, running, now, foreseen);
    const at = { ...house, now };
    const ready = open.filter((one) => one.dueAt <= now).toSorted(byUrgency);
    for (const demand of ready) {
      const { job, promise } = demand.standing;
      const places = house.classes.get(job.class)?.concurrency ?? 0;
      if (running.filter((one) => one.class === job.class).length >= places) continue;
      if (running.some((one) => one.job === job.name)) continue;
      if (firstFit(reservedSpans(at, job.class, demand.priority), now, promise) !== now) continue;
      const ends = after(now, promise);
      const behindWindow = now > demand.dueAt && isBehindWindow(house, demand);
      running.push({ job: job.name, class: job.class, ends });
      open = open.filter((one) => one !== demand);
      foreseen.push(told(demand, { kind: 'starts', at: now, ends, behindWindow }));
    }
    now = nextMoment(now, until, open, running, at);
  }
  for (const demand of open) {
    const { job, promise } = demand.standing;
    const reserved = reservedSpans(house, job.class, demand.priority);
    const never = firstFit(reserved, house.now, promise) === null;
    foreseen.push(told(demand, { kind: 'misses', never }));
  }
  foreseen.sort((a, b) => when(a) - when(b));
  return { from: house.now, until, foreseen, clockChanges: clockChanges(house, until) };
}

function demands(
  house: House,
  standings: ReadonlyMap<JobName, JobStanding>,
  waiting: readonly WaitingRun[],
  until: Instant,
): Demand[] {
  const made: Demand[] = waiting.flatMap(({ run, job, priority, runAt }) => {
    const standing = standings.get(job);
    return standing === undefined ? [] : [{ standing, run, priority, dueAt: runAt }];
  });
  const last = instant(until - 1);
  for (const standing of standings.values()) {
    const { job } = standing;
    if (job.schedule === null || standing.pausedSince !== null) continue;
    const delay = jitter(job.name, job.schedule.jitter);
    for (const at of instants(job.schedule.when, house.now, last, MOST_OF_ONE_JOB)) {
      made.push({ standing, run: null, priority: job.priority, dueAt: after(at, delay) });
    }
  }
  return made.toSorted((a, b) => a.dueAt - b.dueAt);
}

/** Takes out what becomes due while another run of a job that skips is open, as the scheduler would. */
function skipOverlaps(
  open: readonly Demand[],
  running: readonly { readonly job: JobName }[],
  now: Instant,
  foreseen: Foreseen[],
): Demand[] {
  const busy = new Set(running.map((one) => one.job));
  const kept: Demand[] = [];
  for (const demand of open) {
    const { job } = demand.standing;
    const skips = demand.run === null && job.overlap === 'skip' && demand.dueAt <= now;
    if (skips && busy.has(job.name) && demand.dueAt === now) {
      foreseen.push(told(demand, { kind: 'skipped' }));
      continue;
    }
    if (demand.dueAt <= now) busy.add(job.name);
    kept.push(demand);
  }
  return kept;
}

/** The next instant at which anything can change: a run is due or ends, or a window opens or closes. */
function nextMoment(
  now: Instant,
  until: Instant,
  open: readonly Demand[],
  running: readonly { readonly ends: Instant }[],
  house: House,
): Instant {
  let soonest = until;
  const offer = (at: Instant): void => {
    if (at > now && at < soonest) soonest = at;
  };
  for (const demand of open) {
    offer(demand.dueAt);
    if (demand.dueAt > now) continue;
    const { job, promise } = demand.standing;
    const fits = firstFit(reservedSpans(house, job.class, demand.priority), now, promise);
    if (fits !== null) offer(fits);
  }
  for (const one of running) offer(one.ends);
  return soonest;
}

function isBehindWindow(house: House, demand: Demand): boolean {
  const { job, promise } = demand.standing;
  const at = { ...house, now: demand.dueAt };
  const reserved = reservedSpans(at, job.class, demand.priority);
  return firstFit(reserved, demand.dueAt, promise) !== demand.dueAt;
}

function clockChanges(house: House, until: Instant): Instant[] {
  const changes: Instant[] = [];
  const day: Seconds = seconds(86_400);
  for (let span = period('day', house.timezone, house.now); span.opens < until;) {
    if (span.closes - span.opens !== day * 1000) changes.push(span.opens);
    span = period('day', house.timezone, span.closes);
  }
  return changes;
}

function byUrgency(a: Demand, b: Demand): number {
  return rank(a.priority) - rank(b.priority) || a.dueAt - b.dueAt;
}

function told({ standing, run, dueAt }: Demand, fate: Foreseen['fate']): Foreseen {
  return { job: standing.job.name, run, class: standing.job.class, dueAt, fate };
}

function when({ dueAt, fate }: Foreseen): Instant {
  return fate.kind === 'starts' ? fate.at : dueAt;
}
