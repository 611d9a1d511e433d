import { DEFAULT_MARGIN, floorFor, tokenCap } from '@hearth/token-cap';
import type { Seconds, Tokens } from '@hearth/words';

import { contextOf, hintsOf, modelOn } from '../machines/models.ts';
import type { CallsContext } from './context.ts';

/** A call that its caller had capped, and how it went. */
export interface CappedCall {
  readonly model: string;
  readonly promptTokens: Tokens;
  /** How long its answer may take. */
  readonly time: Seconds;
  /** Tokens a second of that call; null where nobody measured. */
  readonly tokensPerSecond: number | null;
}

/**
 * The cap that such a call would get now, had its caller set none: by what is known of the first machine that has the
 * model, one that has it loaded before others. Null where none has it, or nothing is known of its speed.
 */
export function capWithout({ watch, rates }: CallsContext, call: CappedCall): Tokens | null {
  const { model, promptTokens, time } = call;
  const having = [...watch.machines.values()].filter((one) => modelOn(one, model) !== null);
  const isReady = (one: (typeof having)[number]): boolean => {
    return one.state === 'up' && modelOn(one, model)?.state === 'loaded';
  };
  const machine = having.find(isReady) ?? having[0];
  if (machine === undefined) return null;
  const learnt = rates.of(machine.declared.name, model, modelOn(machine, model)?.whole);
  const declared = hintsOf(machine, model)?.tokensPerSecond ?? null;
  const decodeRate = learnt.decode ?? call.tokensPerSecond ?? declared;
  if (decodeRate === null) return null;
  const decision = tokenCap({
    callerCap: null,
    timeForAnswer: time,
    promptTokens,
    prefillRate: learnt.prefill,
    decodeRate,
    context: contextOf(machine, model),
    floor: floorFor(learnt.thinking),
    margin: DEFAULT_MARGIN,
  });
  return decision.kind === 'cap' ? decision.cap : null;
}
