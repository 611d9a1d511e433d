import type { Epoch, RunId } from '@hearth/words';

import { ATTEMPT, toAttempt, type Attempt } from '../attempts/attempt.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { findParameters } from './find-parameters.ts';
import { findRun } from './find-run.ts';
import type { RunParameters, Run } from './run.ts';

const attemptsOfRun = statement('attemptsOfRun', (db, p: { runId: RunId }) =>
  db
    .selectFrom('attempt')
    .select(ATTEMPT)
    .where('attempt.run_id', '=', p.runId)
    .orderBy('attempt.epoch'),
);

const outputsOfRun = statement('outputsOfRun', (db, p: { runId: RunId }) =>
  db
    .selectFrom('attempt_output')
    .select(['epoch', 'last_output as lastOutput'])
    .where('run_id', '=', p.runId),
);

/** A run with everything that is known of it. */
export interface RunDetail extends Run {
  readonly parameters: RunParameters;
  /** The oldest first. */
  readonly attempts: readonly AttemptDetail[];
}

/** An attempt with the last of its output, where that was kept. */
export interface AttemptDetail extends Attempt {
  readonly lastOutput: string | null;
}

/** The run of this id with its attempts, or null where there is none (any more). */
export function run(store: Store, id: RunId): RunDetail | null {
  const found = findRun(store, id);
  if (found === null) return null;
  const outputs = new Map<Epoch, string>();
  for (const { epoch, lastOutput } of store.all(outputsOfRun, { runId: id })) {
    outputs.set(epoch, lastOutput);
  }
  const attempts = store.all(attemptsOfRun, { runId: id }).map((row): AttemptDetail => {
    return { ...toAttempt(row), lastOutput: outputs.get(row.epoch) ?? null };
  });
  return { ...found, parameters: findParameters(store, id), attempts };
}
