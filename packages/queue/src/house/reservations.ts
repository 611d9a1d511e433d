import type { ClassName, Instant } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mend } from '../texts.ts';

/** A one-off window: a class that somebody keeps free for a while. */
export interface Reservation {
  readonly id: number;
  readonly class: ClassName;
  readonly opensAt: Instant;
  readonly closesAt: Instant;
  /** Who made it. */
  readonly by: string;
  readonly madeAt: Instant;
}

const reservationInsert = statement('reservationInsert', (db, p: Omit<Reservation, 'id'>) =>
  db.insertInto('reservation').values({
    class: p.class,
    opens_at: p.opensAt,
    closes_at: p.closesAt,
    made_by: p.by,
    made_at: p.madeAt,
  }),
);

const reservationsOpen = statement('reservationsOpen', (db, p: { now: Instant }) =>
  db
    .selectFrom('reservation')
    .select([
      'id',
      'class',
      'opens_at as opensAt',
      'closes_at as closesAt',
      'made_by as by',
      'made_at as madeAt',
    ])
    .where('closes_at', '>', p.now)
    .orderBy('opens_at')
    .orderBy('id'),
);

const reservationDelete = statement('reservationDelete', (db, p: { id: number }) =>
  db.deleteFrom('reservation').where('id', '=', p.id),
);

/** Reserves a class, on disk when this returns. A reservation that closes before it opens throws. */
export function reserve(store: Store, wanted: Omit<Reservation, 'id'>): Reservation {
  if (wanted.opensAt >= wanted.closesAt) {
    throw new RangeError('A reservation must close after it opens.');
  }
  const made = { ...wanted, by: mend(wanted.by) };
  return store.durably(() => ({ ...made, id: store.run(reservationInsert, made).lastId }));
}

/** The reservations that are not over at `now`, by when they open. */
export function reservations(store: Store, now: Instant): readonly Reservation[] {
  return store.all(reservationsOpen, { now });
}

/** Takes a reservation back. Answers false where there is none of this id. */
export function unreserve(store: Store, id: number): boolean {
  return store.durably(() => store.run(reservationDelete, { id }).changes > 0);
}
