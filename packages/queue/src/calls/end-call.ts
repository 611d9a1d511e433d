import type { CallId, Instant, Seconds, Tokens } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mend } from '../texts.ts';
import type { Charge } from './call.ts';
import { addCharge } from './charge.ts';

/** How a call ended. */
export interface EndedCall {
  readonly id: CallId;
  readonly endedAt: Instant;
  /** `stop`, `length`, `deadline`, `hung-up`, `upstream`, `lost`, or the reason of a refusal. */
  readonly end: string;
  readonly waited: Seconds;
  /** How long it held the slot; null where it never had one. */
  readonly ran: Seconds | null;
  readonly promptTokens: Tokens | null;
  readonly answerTokens: Tokens | null;
  readonly tokensPerSecond: number | null;
  /** What it costs, and which budget; null where it has none. */
  readonly charge: Charge | null;
}

const callEnd = statement('callEnd', (db, p: Omit<EndedCall, 'charge'>) =>
  db
    .updateTable('call')
    .set({
      ended_at: p.endedAt,
      end_reason: p.end,
      waited_seconds: p.waited,
      ran_seconds: p.ran,
      prompt_tokens: p.promptTokens,
      answer_tokens: p.answerTokens,
      tokens_per_second: p.tokensPerSecond,
    })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
);

/** Ends the record of a call and charges its budget, both or neither. Answers false where no call of this id is open: then nothing is charged. */
export function endCall(store: Store, call: EndedCall): boolean {
  return store.write(() => {
    if (store.run(callEnd, { ...call, end: mend(call.end) }).changes === 0) return false;
    if (call.charge !== null) addCharge(store, call.charge);
    return true;
  });
}
