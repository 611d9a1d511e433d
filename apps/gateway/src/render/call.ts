import type { Call } from '@hearth/queue';
import type { Call as CallShape } from '@hearth/wire';
import { between, instant, type Instant, type Seconds } from '@hearth/words';

import type { Foreseen } from '../calls/foresee.ts';
import { instantText, maybeInstantText } from '../http/instant-text.ts';

/** A call as it goes on the wire: what is open is told as far as it has come by `now`. */
export function renderCall(call: Call, now: Instant, foreseen: Foreseen | null): CallShape {
  const isOpen = call.endedAt === null;
  const sofar = (from: Instant): Seconds => between(from, instant(Math.max(from, now)));
  const waited = call.waited ?? (isOpen ? sofar(call.arrivedAt) : 0);
  const ran = call.ran ?? (isOpen && call.admittedAt !== null ? sofar(call.admittedAt) : null);
  return {
    id: call.id,
    consumer: call.subCaller === null ? call.consumer : `${call.consumer}/${call.subCaller}`,
    run_id: call.runId,
    budget: call.budget,
    priority: call.priority,
    api: call.api,
    model: call.model,
    machine: call.machine,
    arrived_at: instantText(call.arrivedAt),
    admitted_at: maybeInstantText(call.admittedAt),
    ended_at: maybeInstantText(call.endedAt),
    waited_seconds: waited,
    ran_seconds: ran,
    place: foreseen?.place ?? null,
    expected_at: maybeInstantText(foreseen?.at ?? null),
    prompt_tokens: call.promptTokens,
    answer_tokens: call.answerTokens,
    cap: call.cap,
    cap_reason: call.capReason,
    tokens_per_second: call.tokensPerSecond,
    end: call.end,
  };
}
