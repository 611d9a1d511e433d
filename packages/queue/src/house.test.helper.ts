import { deepStrictEqual as same, partialDeepStrictEqual as holds } from 'node:assert/strict';

import {
  rank,
  type AttemptId,
  type Epoch,
  type Instant,
  type JobName,
  type RunId,
  type RunState,
} from '@hearth/words';

import { openQueue } from './open.ts';
import type { Queue } from './queue.ts';
import { NOON } from './temporary.test.helper.ts';

/** What the queue must hold of a run. */
export interface ModelRun {
  readonly id: RunId;
  readonly job: JobName;
  readonly rank: number;
  readonly dueAt: Instant | null;
  state: RunState;
  runAt: Instant;
  epoch: number;
  failures: number;
  interruptions: number;
  open: OpenModel | null;
}

/** Its open attempt. */
export interface OpenModel {
  readonly attemptId: AttemptId;
  readonly claimId: string;
  started: boolean;
  stopped: boolean;
}

/** The life of runs in the plainest way, and the real queue beside it. */
export class House {
  readonly folder: string;
  readonly runs: Map<RunId, ModelRun> = new Map();
  readonly keys: Map<string, RunId> = new Map();
  readonly fired: Set<string> = new Set();
  readonly ended: { readonly attemptId: AttemptId; readonly epoch: Epoch }[] = [];
  queue: Queue;
  now: Instant = NOON;
  tokens: number = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.queue = opened(folder);
  }

  /** The runs in this state, the oldest first. */
  in(state: RunState): ModelRun[] {
    return [...this.runs.values()].filter((run) => run.state === state);
  }

  add(run: Pick<ModelRun, 'id' | 'job' | 'rank' | 'dueAt' | 'state' | 'runAt'>): void {
    same(this.runs.has(run.id), false, 'an id was given out twice');
    this.runs.set(run.id, { ...run, epoch: 0, failures: 0, interruptions: 0, open: null });
  }

  restart(): void {
    this.queue.close();
    this.queue = opened(this.folder);
  }
}

function opened(folder: string): Queue {
  const answer = openQueue({ folder, now: NOON, durability: 'normal' });
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.queue;
}

/** Holds everything in the queue to the model. */
export function holdToModel(house: House): void {
  const { runs } = house.queue.runs({ limit: 10_000 });
  same(new Set(runs.map((run) => run.id)), new Set(house.runs.keys()));
  for (const run of runs) {
    const { open, rank: place, ...wanted } = house.runs.get(run.id) ?? {};
    holds({ ...run, rank: rank(run.priority) }, { ...wanted, rank: place });
    const attempts = house.queue.run(run.id)?.attempts ?? [];
    same(
      attempts.map((attempt) => attempt.epoch),
      attempts.map((_, index) => index + 1),
    );
    same(attempts.length, run.epoch);
    const stillOpen = attempts.filter((attempt) => attempt.endedAt === null);
    same(
      stillOpen.map(({ id }) => id),
      open === null || open === undefined ? [] : [open.attemptId],
    );
  }
  const given = house.queue.openAttempts().map(({ attempt }) => attempt.id);
  same(new Set(given), new Set(house.in('running').map((run) => run.open?.attemptId)));
}
