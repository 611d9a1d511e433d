import type { Instant, MachineName } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

/** How fast a machine runs a model, as it was last learnt. */
export interface Rate {
  readonly machine: MachineName;
  readonly model: string;
  /** Tokens of an answer per second; null until one has been measured. */
  readonly decode: number | null;
  /** Tokens of a prompt per second; null until one has been measured. */
  readonly prefill: number | null;
  /** What the learner wants back at the next start: JSON, which the queue does not read. */
  readonly samples: unknown;
  readonly learntAt: Instant;
}

interface RateRow extends Omit<Rate, 'samples'> {
  readonly samples: string;
}

const ratesAll = statement('ratesAll', (db) =>
  db
    .selectFrom('rate')
    .select(['machine', 'model', 'decode', 'prefill', 'samples', 'learnt_at as learntAt']),
);

const rateWrite = statement('rateWrite', (db, p: RateRow) => {
  const learnt = {
    decode: p.decode,
    prefill: p.prefill,
    samples: p.samples,
    learnt_at: p.learntAt,
  };
  return db
    .insertInto('rate')
    .values({ machine: p.machine, model: p.model, ...learnt })
    .onConflict((conflict) => conflict.columns(['machine', 'model']).doUpdateSet(learnt));
});

/** Every rate that has been learnt. */
export function loadRates(store: Store): readonly Rate[] {
  return store.all(ratesAll, {}).map((row) => {
    return { ...row, samples: JSON.parse(row.samples) as unknown };
  });
}

/** Keeps the rate of a machine and a model, in place of what was known of them. */
export function saveRate(store: Store, rate: Rate): void {
  const samples = JSON.stringify(rate.samples ?? null);
  store.write(() => store.run(rateWrite, { ...rate, samples }));
}
