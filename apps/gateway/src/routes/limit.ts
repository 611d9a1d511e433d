import { ApiError } from '../http/api-error.ts';

/** How many a page holds when nobody says, and at most. */
const USUAL = 50;
const MOST = 500;

/** The `limit` of a query. Throws an {@link ApiError} where it is no number from 1 to 500. */
export function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST) {
    throw new ApiError('bad_request', `limit is "${text}"; it goes from 1 to ${MOST}`);
  }
  return limit;
}
