import type { Instant } from '@hearth/words';

import { statement, type Statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const noticeOf = statement('noticeOf', (db, p: { key: string }) =>
  db.selectFrom('notice').select('sent_at as sentAt').where('notice_key', '=', p.key),
);

/** Notes when the operator was told of something, or was told last. */
export const noticeWrite: Statement<{ key: string; at: Instant }, unknown> = statement(
  'noticeWrite',
  (db, p) =>
    db
      .insertInto('notice')
      .values({ notice_key: p.key, sent_at: p.at })
      .onConflict((conflict) => conflict.column('notice_key').doUpdateSet({ sent_at: p.at })),
);

const noticeDelete = statement('noticeDelete', (db, p: { key: string }) =>
  db.deleteFrom('notice').where('notice_key', '=', p.key),
);

/** When the operator was last told of this; null where that has not been, or is over. A restart does not tell it again. */
export function noticeSent(store: Store, key: string): Instant | null {
  return store.get(noticeOf, { key })?.sentAt ?? null;
}

/** Notes that the operator has been told of this. */
export function recordNotice(store: Store, key: string, at: Instant): void {
  store.write(() => store.run(noticeWrite, { key, at }));
}

/** Notes that it is over, so that the next time is told again. Answers false where it had not been told. */
export function clearNotice(store: Store, key: string): boolean {
  return store.write(() => store.run(noticeDelete, { key }).changes > 0);
}
