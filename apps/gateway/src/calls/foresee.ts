import { forecasts } from '@hearth/admission';
import { after, between, type CallId, type Instant } from '@hearth/words';

import type { CallsContext } from './context.ts';

/** When a waiting call is likely to get its slot. */
export interface Foreseen {
  /** Its place in the line: 1 is next. */
  readonly place: number;
  /** By the wall clock; null where nothing is known to bring its turn. */
  readonly at: Instant | null;
}

/** What is likely to become of all that wait, if no other call comes and all take as long as such calls usually do. */
export function foresee({ desk, steady, now }: CallsContext): ReadonlyMap<CallId, Foreseen> {
  const [steadyNow, wallNow] = [steady(), now()];
  const all = forecasts(desk.state, steadyNow).map(({ call, place, starts }) => {
    const at = starts === null ? null : after(wallNow, between(steadyNow, starts.at));
    return [call, { place, at }] as const;
  });
  return new Map(all);
}
