import { between, seconds, type Instant, type Seconds } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { CALL, toCall, type Call, type Charge } from './call.ts';
import { endCall } from './end-call.ts';

const callsOpen = statement('callsOpen', (db) =>
  db.selectFrom('call').select(CALL).where('ended_at', 'is', null).orderBy('id'),
);

/** What a lost call is taken to have used. */
export interface LostCost {
  /** How long it is taken to have held its slot; null where it never had one. */
  readonly ran: Seconds | null;
  readonly charge: Charge | null;
}

/**
 * Closes as `lost` every call that a gateway which is no longer there left open, and charges what `cost` says: how long
 * it ran can only be guessed. Answers them as they were. For the start, before the first call is admitted.
 */
export function closeLostCalls(
  store: Store,
  now: Instant,
  cost: (call: Call) => LostCost,
): readonly Call[] {
  return store.write(() => {
    const lost = store.all(callsOpen, {}).map((row) => toCall(row));
    for (const call of lost) endCall(store, { ...lostAs(call, now), ...cost(call) });
    return lost;
  });
}

function lostAs(call: Call, now: Instant) {
  return {
    id: call.id,
    endedAt: now,
    end: 'lost',
    waited: call.waited ?? seconds(Math.max(0, between(call.arrivedAt, now))),
    promptTokens: call.promptTokens,
    answerTokens: call.answerTokens,
    tokensPerSecond: null,
  };
}
