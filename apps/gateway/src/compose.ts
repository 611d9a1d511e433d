import { createHash, randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';

import type { Manifest } from '@hearth/manifest';
import { openQueue, type Queue } from '@hearth/queue';
import { Line, type BudgetStanding } from '@hearth/scheduler';
import {
  instant,
  seconds,
  type AttemptId,
  type BudgetName,
  type Instant,
  type ProbeName,
  type RunId,
  type Seconds,
} from '@hearth/words';
import { getRequestListener } from '@hono/node-server';

import { createBell } from './bell.ts';
import { createDoor } from './calls/door.ts';
import { createClockGate, systemClockIsSynchronised } from './clock.ts';
import { createErrands } from './errands/desk.ts';
import { createFrame } from './http/app.ts';
import { attemptKey, attemptOfKey } from './http/attempt-key.ts';
import type { AttemptCaller, Identities } from './http/caller.ts';
import { isModelSide } from './http/model-side.ts';
import { houseSecret } from './http/secret.ts';
import { watchNotices } from './notices/watch.ts';
import type { Options } from './options.ts';
import { watchProbes } from './probes/watch.ts';
import { Refusal } from './refusal.ts';
import { addRoutes } from './routes/index.ts';
import type { RunsContext } from './runs/context.ts';
import { createEstimates } from './runs/estimates.ts';
import { cancelRemoved } from './runs/removed.ts';
import { Runners } from './runs/runners.ts';
import { createScheduler } from './runs/scheduler.ts';
import { startUpkeep } from './upkeep.ts';
import { version } from './version.ts';

/** How long schedules wait for the clock to be synchronised. */
const CLOCK_WAIT: Seconds = seconds(300);
/** How long calls that run are given when the gateway is told to end. */
const CALL_GRACE: Seconds = seconds(120);
/** How long a short command waits for a runner: longer than one that lost its gateway rests before it asks again. */
const ERRAND_WAIT: Seconds = seconds(20);
/** How long after its timeout a short command's end may be told. */
const ERRAND_GRACE: Seconds = seconds(10);

/** A gateway that is put together and not yet listening. */
export interface Gateway {
  /** Answers every request. */
  readonly answer: RequestListener;
  /** The first look at the house; from then on it looks by itself. */
  start(): Promise<void>;
  /** Why it must not go on as it is, in a sentence; null while it works. */
  fault(): string | null;
  /** Takes nothing new and lets running calls end. */
  close(): Promise<void>;
  /** Lets go of the queue, once no request is left. */
  letGo(): void;
}

/**
 * Puts the gateway together. It is the only file that knows all the parts. Throws a {@link Refusal} where the operator
 * has to mend something first.
 */
export async function compose(
  manifest: Manifest,
  options: Options,
  url: string,
  log: (line: string) => void,
): Promise<Gateway> {
  const startedAt = now();
  const queue = open(options.data);
  const secret = await houseSecret(options.data);
  const closing = new AbortController();
  const bell = createBell();
  const errands = createErrands({
    folder: options.manifest,
    token,
    bell,
    wait: ERRAND_WAIT,
    grace: ERRAND_GRACE,
  });
  const identities: Identities = {
    manifest,
    hash: (text) => createHash('sha256').update(text).digest('hex'),
    attempt: (key) => attemptCaller(queue, manifest, secret, key),
  };

  const door = createDoor({
    manifest,
    machineUrls: new Map(
      [...manifest.machines.values()].map((machine) => [
        machine.name,
        options.machines.get(machine.name) ?? machine.url,
      ]),
    ),
    queue,
    identities,
    now,
    monotonic: () => seconds(performance.now() / 1000),
    random: Math.random,
    log,
    changed: () => scheduler.look(),
  });

  const down = new Set<ProbeName>();
  const probes = watchProbes({
    probes: manifest.probes,
    machine: (machine) => door.sight(machine),
    run: errands.run,
    now,
    random: Math.random,
    changed(probe, { state, detail }) {
      if (state === 'down') down.add(probe);
      // That a need is up is news only where it was said to be down.
      if (state === 'down' || down.delete(probe)) {
        log(`probe ${probe} is ${state}${detail === null ? '' : `: ${detail}`}`);
      }
      scheduler.look();
    },
  });

  const runs: RunsContext = {
    manifest,
    manifestFolder: options.manifest,
    queue,
    estimates: createEstimates(manifest, queue),
    probes,
    runners: new Runners(),
    line: new Line(),
    turns: new Map(),
    bell,
    look: () => scheduler.look(),
    now,
    random: Math.random,
    token,
    budgets: (at) =>
      new Map<BudgetName, BudgetStanding>(
        [...manifest.budgets.keys()].map((budget) => [budget, door.budgetLeft(budget, at)]),
      ),
    environment: (attempt, run) => attemptEnvironment(url, secret, attempt, run),
    excuse: (run, since) => door.excuse(run, since),
    tell: (notice) => notices.tell(notice),
    log,
  };

  const mark = queue.clockMark();
  const gate = createClockGate({
    ask: systemClockIsSynchronised,
    wait: CLOCK_WAIT,
    mark,
    log,
    synchronised() {
      if (mark !== null && now() < mark) {
        const moved = queue.rewindMarks(now());
        queue.setClockMark(now());
        log(`the clock was ahead before: ${moved} schedules go on from now`);
      }
      scheduler.look();
    },
    gaveUp: () => scheduler.look(),
  });
  const scheduler = createScheduler(runs, gate);
  const notices = watchNotices(runs, manifest.notify, errands.run);
  const stopUpkeep = startUpkeep(queue, now, log);

  const app = createFrame({ identities, log });
  addRoutes(app, {
    runs,
    door,
    errands,
    dataFolder: options.data,
    attemptsFolder: join(options.data, 'runner', 'attempts'),
    version: version(),
    startedAt,
    clockTrusted: () => gate.trusts(now()),
    closing: closing.signal,
  });
  const pages = getRequestListener(app.fetch);

  return {
    answer(incoming, outgoing) {
      if (isModelSide(incoming.url ?? '')) door.answer(incoming, outgoing);
      // It answers every error itself; nothing is left to catch.
      else void pages(incoming, outgoing);
    },
    async start() {
      cancelRemoved(runs);
      scheduler.look();
      await gate.start();
    },
    fault: () => scheduler.fault(),
    async close() {
      closing.abort();
      scheduler.close();
      gate.close();
      probes.close();
      errands.close();
      stopUpkeep();
      await Promise.all([door.close(CALL_GRACE), notices.close()]);
    },
    letGo: () => queue.close(),
  };
}

function token(): string {
  return randomBytes(12).toString('base64url');
}

function now(): Instant {
  return instant(Date.now());
}

function open(folder: string): Queue {
  const opened = openQueue({ folder, now: now() });
  if (opened.ok) return opened.queue;
  const { message, hint } = opened.problem;
  throw new Refusal(hint === null ? message : `${message} ${hint}`);
}

function attemptCaller(
  queue: Queue,
  manifest: Manifest,
  secret: Buffer,
  key: string,
): AttemptCaller | 'over' | null {
  const id = attemptOfKey(secret, key);
  if (id === null) return null;
  const attempt = queue.attempt(id);
  const run = attempt === null || attempt.endedAt !== null ? null : queue.run(attempt.runId);
  if (attempt === null || run === null) return 'over';
  return {
    id,
    run: run.id,
    job: run.job,
    priority: run.priority,
    budget: manifest.jobs.get(run.job)?.budget ?? null,
  };
}

/** What the process of an attempt finds in its environment: the key is its own, can only call, and dies with it. */
function attemptEnvironment(
  url: string,
  secret: Buffer,
  attempt: AttemptId,
  run: RunId,
): Record<string, string> {
  const key = attemptKey(secret, attempt);
  return {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
    OLLAMA_HOST: `${url}/k/${key}`,
    HEARTH_URL: url,
    HEARTH_RUN_ID: String(run),
  };
}
