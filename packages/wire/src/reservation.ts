import * as v from 'valibot';

import { instantText, wholeNumber } from './scalars.ts';

/** What `POST /reservations` takes: from now on, for so long, the class is kept for what a person waits for. */
export interface ReserveRequest {
  readonly class: string;
  readonly for_seconds: number;
}

export const reserveRequestSchema: v.GenericSchema<ReserveRequest> = v.strictObject({
  class: v.pipe(v.string(), v.maxLength(63)),
  for_seconds: v.pipe(
    v.number(),
    v.minValue(1, 'must be at least one second'),
    v.maxValue(31 * 86_400, 'must be at most 31 days'),
  ),
});

/** A one-off window that somebody made. */
export interface Reservation {
  readonly id: number;
  readonly class: string;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly by: string;
}

export const reservationSchema: v.GenericSchema<Reservation> = v.object({
  id: wholeNumber,
  class: v.string(),
  opens_at: instantText,
  closes_at: instantText,
  by: v.string(),
});

/** What `GET /reservations` answers: those that are not over. */
export interface ReservationList {
  readonly reservations: readonly Reservation[];
  readonly next: null;
}

export const reservationListSchema: v.GenericSchema<ReservationList> = v.object({
  reservations: v.array(reservationSchema),
  next: v.null(),
});

/** What `POST /jobs/:name/estimate/forget` takes: a run that is no evidence. */
export interface ForgetRequest {
  readonly run_id: number;
}

export const forgetRequestSchema: v.GenericSchema<ForgetRequest> = v.strictObject({
  run_id: v.pipe(wholeNumber, v.minValue(1)),
});
