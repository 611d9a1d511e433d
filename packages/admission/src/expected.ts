import { after, type Instant } from '@hearth/words';

import type { Station } from './machine.ts';
import type { Admission } from './state.ts';

/** True when it keeps its callers waiting: it is up, or answered a moment ago. */
export function isExpected(state: Admission, station: Station): boolean {
  const gone = staleAt(state, station);
  return station.machine.up || (gone !== null && gone > state.now);
}

/** When a machine that is away stops keeping its callers waiting; null when it is up or never answered. */
export function staleAt(state: Admission, station: Station): Instant | null {
  const { up, answeredAt } = station.machine;
  return up || answeredAt === null ? null : after(answeredAt, state.rules.grace);
}
