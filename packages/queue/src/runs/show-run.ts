import type { Epoch, RunId } from '@hearth/words';

import { EARLIER, toEarlier, toNewest, type Attempt } from '../attempts/attempt.ts';
import { runWithNewest } from '../attempts/find-attempt.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { findParameters } from './find-parameters.ts';
import { toRun, type RunParameters, type Run } from './run.ts';

const attemptsOfRun = statement('attemptsOfRun', (db, p: { runId: RunId }) =>
  db
    .selectFrom('attempt')
    .select(EARLIER)
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
  const row = store.get(runWithNewest, { id });
  if (row === undefined) return null;
  const found = toRun(row);
  const newest = toNewest(found, row);
  const outputs = new Map<Epoch, string>();
  for (const { epoch, lastOutput } of store.all(outputsOfRun, { runId: id })) {
    outputs.set(epoch, lastOutput);
  }
  const earlier = store.all(attemptsOfRun, { runId: id }).map((each) => toEarlier(each));
  const attempts = [...earlier, ...(newest === null ? [] : [newest])].map(
    (attempt): AttemptDetail => {
      return { ...attempt, lastOutput: outputs.get(attempt.epoch) ?? null };
    },
  );
  return { ...found, parameters: findParameters(store, id), attempts };
}
