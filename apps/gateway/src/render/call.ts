import type { Call } from '@hearth/queue';
import type { Call as CallShape } from '@hearth/wire';

import { instantText, maybeInstantText } from '../http/instant-text.ts';

/** A call as it goes on the wire. */
export function renderCall(call: Call): CallShape {
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
    waited_seconds: call.waited ?? 0,
    ran_seconds: call.ran,
    prompt_tokens: call.promptTokens,
    answer_tokens: call.answerTokens,
    cap: call.cap,
    cap_reason: call.capReason,
    tokens_per_second: call.tokensPerSecond,
    end: call.end,
  };
}
