import type { CallId, Instant, MachineName, Seconds, Tokens } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mendOrNull } from '../texts.ts';
import type { CapReason } from './call.ts';

/** A call that got a slot. */
export interface AdmittedCall {
  readonly id: CallId;
  readonly machine: MachineName;
  /** The model that answers it, once its name is known. */
  readonly model: string | null;
  readonly admittedAt: Instant;
  readonly waited: Seconds;
  readonly cap: Tokens | null;
  readonly capReason: CapReason | null;
}

const callAdmit = statement('callAdmit', (db, p: AdmittedCall) =>
  db
    .updateTable('call')
    .set({
      machine: p.machine,
      model: p.model,
      admitted_at: p.admittedAt,
      waited_seconds: p.waited,
      cap: p.cap,
      cap_reason: p.capReason,
    })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
);

/** Records that a call got a slot. Answers false where no call of this id is open. */
export function admitCall(store: Store, call: AdmittedCall): boolean {
  const row = { ...call, model: mendOrNull(call.model) };
  return store.write(() => store.run(callAdmit, row).changes > 0);
}
