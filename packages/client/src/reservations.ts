import {
  reservationListSchema,
  reservationSchema,
  type Reservation,
  type ReservationList,
  type ReserveRequest,
} from '@hearth/wire';

import type { CallOptions, Connection } from './send.ts';

/** The one-off windows. */
export interface ReservationsClient {
  /** Those that are not over. */
  list(options?: CallOptions): Promise<ReservationList>;
  /** Keeps a class, from now on, for what a person waits for. */
  make(request: ReserveRequest, options?: CallOptions): Promise<Reservation>;
  /** Gives the class back before its time. Rejects with `not_found` where there is no such reservation. */
  end(id: number, options?: CallOptions): Promise<void>;
}

/** The routes of reservations. */
export function reservationsClient({ ask, tell }: Connection): ReservationsClient {
  return {
    list: (options) =>
      ask({ method: 'get', path: ['reservations'], ...options }, reservationListSchema),
    make: (body, options) =>
      ask({ method: 'post', path: ['reservations'], body, ...options }, reservationSchema),
    end: (id, options) => tell({ method: 'delete', path: ['reservations', id], ...options }),
  };
}
