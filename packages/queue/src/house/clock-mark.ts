import { instant, type Instant } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const clockMarkOf = statement('clockMarkOf', (db) =>
  db.selectFrom('meta').select('value').where('name', '=', 'clock_mark'),
);

const clockMarkWrite = statement('clockMarkWrite', (db, p: { mark: Instant }) =>
  db
    .insertInto('meta')
    .values({ name: 'clock_mark', value: p.mark })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.mark })),
);

/** The latest time that a synchronised clock has shown; null before the first. */
export function clockMark(store: Store): Instant | null {
  const row = store.get(clockMarkOf, {});
  return row === undefined ? null : instant(row.value);
}

/** Keeps what a synchronised clock shows, earlier than the mark or later. The mark it has already is not written again. */
export function setClockMark(store: Store, mark: Instant): void {
  store.write(() => {
    if (clockMark(store) !== mark) store.run(clockMarkWrite, { mark });
  });
}
