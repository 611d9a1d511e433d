import type { Charge } from '@hearth/queue';
import { between, seconds, type Seconds } from '@hearth/words';

import { drainBound, untilIdle } from '../machines/idle.ts';
import { contextOf } from '../machines/models.ts';
import { sharesOf, usualKey } from './arrival.ts';
import type { CallsContext } from './context.ts';
import { decodeRate, measure, wasPromptCut, type Answered } from './measure.ts';
import type { LiveCall } from './live-call.ts';
import type { Placed } from './placed.ts';

/** How a call gives its slot back. */
export interface Release {
  readonly end: string;
  /** True where that was the fault of the machine. */
  readonly failed: boolean;
  /** False where the slot is freed by a bound alone, and nobody has seen that the machine is idle. */
  readonly proven: boolean;
}

/** A machine that has no cap for what it does, or has passed over it, is taken to be done with it after this long; seconds. */
const UNCAPPED_BOUND = 10;

/**
 * The definite end of a call that held a slot: its budget is charged, its slot freed, its record ended, and what it
 * measured learnt. The slot is freed before anything is written, as others wait for it.
 */
export function release(
  door: CallsContext,
  call: LiveCall,
  { end, failed, proven }: Release,
): void {
  const { desk, live, recorder, rates, typical, ledger, steady } = door;
  const { arrival, id, placed } = call;
  call.end = end;
  call.state = 'over';
  live.delete(call);
  const ran = call.admittedAt === null ? seconds(0) : between(call.admittedAt, steady());
  const charge = chargeOf(door, call, ran);
  if (end === 'stop' || end === 'length') {
    typical.note(usualKey(arrival), ran);
    typical.note(sharesOf(arrival).budget, ran);
  }
  for (const budget of ledger.inUse()) door.tellBudget(budget);
  if (arrival.budget !== null) door.tellBudget(arrival.budget);

  if (failed || proven) desk.tell({ type: 'ended', call: id, failed });
  if (!proven && placed !== null) {
    const machine = placed.machine.declared.name;
    desk.tell({ type: 'drained', machine, call: id, proven: false });
    door.log(
      `machine ${machine} is taken to be done with call ${id}: nothing has shown that it is`,
    );
  }

  const answered = answeredBy(call);
  const learnt = answered === null || placed === null || failed ? null : measure(answered);
  const save =
    learnt === null || placed === null
      ? null
      : rates.note(placed.machine.declared.name, placed.model, learnt);
  const usage = call.follower?.progress.usage;
  if (answered !== null && placed !== null) warnOfCutPrompt(door, call, answered, placed);
  recorder.end(
    {
      id,
      endedAt: door.now(),
      end,
      waited: call.waited,
      ran,
      promptTokens:
        usage?.prompt ?? (call.exchange === null ? null : (placed?.promptTokens ?? null)),
      answerTokens: call.follower?.progress.tokens ?? null,
      tokensPerSecond: answered === null ? null : decodeRate(answered),
      charge,
    },
    save,
  );
}

/** Holds the slot of a call that was cancelled until its machine is done with it, and then releases it. */
export function drainCall(door: CallsContext, call: LiveCall, end: string, failed: boolean): void {
  const { placed } = call;
  if (placed === null) throw new Error('A call that was never placed has nothing to drain.');
  const { machine } = placed;
  call.state = 'draining';
  door.desk.tell({ type: 'cancelled', call: call.id });
  const bound = boundOf(call, placed);
  const allowed = (): number => runningOn(door, placed.machine.declared.name);
  untilIdle({ machine, allowed, bound, steady: door.steady, signal: call.drain.signal }).then(
    (idle) => release(door, call, { end, failed, proven: idle === 'proven' }),
    (error: unknown) => {
      // The gateway is being stopped: the record stays open, and the next start waits for the machine.
      if (!call.drain.signal.aborted) {
        door.log(`error: call ${call.id}: ${String(error)}`);
        release(door, call, { end, failed, proven: false });
      }
    },
  );
}

/** How long a machine may still be at work on a call that was cancelled. */
function boundOf({ follower, arrival }: LiveCall, { cap, rate, prefill }: Placed): Seconds {
  const progress = follower?.progress;
  const reading = progress?.firstToken === true ? seconds(0) : prefill;
  const most = cap * Math.max(1, arrival.call.choices);
  const written = progress?.tokens ?? 0;
  return arrival.isCapped && written <= most
    ? drainBound(most, written, rate, reading)
    : seconds(Math.max(UNCAPPED_BOUND, 3 * reading));
}

/** How many calls are at work on a machine, those that were cancelled left out. */
function runningOn({ live }: CallsContext, machine: string): number {
  let count = 0;
  for (const { state, placed, exchange } of live) {
    if (state === 'running' && exchange !== null && placed?.machine.declared.name === machine)
      count += 1;
  }
  return count;
}

function warnOfCutPrompt(
  { rates, log }: CallsContext,
  { id }: LiveCall,
  answered: Answered,
  { machine, model }: Placed,
): void {
  const { name } = machine.declared;
  const most = rates.of(name, model).bytesPerToken?.most ?? null;
  if (!wasPromptCut(answered, contextOf(machine, model), most)) return;
  log(`machine ${name} cut the prompt of call ${id} to half its window without a word`);
}

function chargeOf({ ledger }: CallsContext, call: LiveCall, ran: Seconds): Charge | null {
  const { budget } = call.arrival;
  return budget === null ? null : ledger.end(budget, call.id, ran);
}

function answeredBy({ arrival, exchange, follower, placed }: LiveCall): Answered | null {
  if (exchange === null || follower === null || placed === null) return null;
  const { sentAt, firstTokenAt, lastTokenAt } = exchange;
  const { wasLoaded, whole } = placed;
  const { call } = arrival;
  return { call, progress: follower.progress, sentAt, firstTokenAt, lastTokenAt, wasLoaded, whole };
}
