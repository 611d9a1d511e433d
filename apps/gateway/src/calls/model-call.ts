import type { AdmissionReason } from '@hearth/admission';
import type { Follower } from '@hearth/protocols';
import {
  between,
  seconds,
  type CallId,
  type Instant,
  type MachineName,
  type Seconds,
  type Tokens,
} from '@hearth/words';

import { firstGuess, sharesOf, usualKey, type Arrival } from './arrival.ts';
import type { CallsContext } from './context.ts';
import type { Delivery } from './delivery.ts';
import type { Exchange, Outcome } from './exchange.ts';
import type { CallState, LiveCall } from './live-call.ts';
import { place, placeAgain } from './place.ts';
import type { Placed } from './placed.ts';
import { tellProgress } from './progress.ts';
import { refuse, refuseFor, type Refusal } from './refusal.ts';
import { drainCall, release, type Release } from './release.ts';
import { sendCall } from './send-call.ts';
import { refuseOutcome } from './upstream-refusal.ts';

/** What a caller is told whose call met a fault of the gateway itself. */
const INTERNAL = refuse(500, 'internal', 'The gateway failed; its log says how.');

/**
 * One call, from the moment that it asks for a slot to the definite end of what it started on a machine. Exactly one
 * record is opened and ended for it, and its slot is freed exactly once.
 */
export class ModelCall implements LiveCall {
  readonly arrival: Arrival;
  readonly id: CallId;
  state: CallState = 'waiting';
  end: string | null = null;
  waited: Seconds = seconds(0);
  admittedAt: Instant | null = null;
  placed: Placed | null = null;
  exchange: Exchange | null = null;
  follower: Follower | null = null;
  readonly drain: AbortController = new AbortController();
  readonly #door: CallsContext;
  readonly #delivery: Delivery;
  /** True once a machine has refused the sum of prompt and cap, and got it with a smaller one. */
  #wasResized = false;

  constructor(door: CallsContext, arrival: Arrival, id: CallId, delivery: Delivery) {
    this.#door = door;
    this.arrival = arrival;
    this.id = id;
    this.#delivery = delivery;
  }

  /** Asks for a slot. */
  ask(): void {
    const { arrival } = this;
    const { desk, steady, typical } = this.#door;
    this.state = 'waiting';
    const waited = between(arrival.steadyAt, steady());
    desk.arrive(
      {
        id: this.id,
        priority: arrival.priority,
        ...sharesOf(arrival),
        model: arrival.model,
        api: arrival.tongue.name,
        bytes: arrival.bytes,
        maxWait: seconds(Math.max(0, arrival.time.wait - waited)),
        deadline: arrival.lastStart,
        expected: typical.of(usualKey(arrival)) ?? firstGuess(arrival),
      },
      {
        admitted: (machine, model) => this.#guard(() => this.#admitted(machine, model)),
        refused: (reason, retryAfter) => this.#guard(() => this.#refused(reason, retryAfter)),
      },
    );
  }

  /** The caller has gone. */
  hangUp(): void {
    if (this.end !== null) return;
    if (this.state === 'waiting') {
      this.#door.desk.tell({ type: 'hangUp', call: this.id });
      this.#leave('hung-up');
    } else this.#abandon('hung-up', false);
  }

  stop(): void {
    if (this.end !== null) return;
    const { follower } = this;
    if (follower?.progress.firstToken === true && this.arrival.isCapped) {
      this.#delivery.cut(follower, 'restarting');
    } else this.#delivery.fail(refuseFor('restarting', this.#door.random()), follower);
    this.#abandon('restarting', false);
  }

  /** The caller can take more of its answer. */
  drained(): void {
    this.exchange?.resume();
  }

  #refused(reason: AdmissionReason, retryAfter: Seconds | null): void {
    this.#leave(reason);
    this.#delivery.fail(refuseFor(reason, this.#door.random(), { retryAfter }), null);
  }

  /** It never got a slot. */
  #leave(end: string): void {
    const { steady, recorder, now, live } = this.#door;
    this.end = end;
    this.state = 'over';
    this.waited = between(this.arrival.steadyAt, steady());
    live.delete(this);
    const none = { ran: null, promptTokens: null, answerTokens: null, tokensPerSecond: null };
    const record = { id: this.id, endedAt: now(), end, waited: this.waited, charge: null, ...none };
    recorder.end(record, null);
  }

  #admitted(name: MachineName, model: string): void {
    const { watch, steady, ledger } = this.#door;
    const { arrival } = this;
    const machine = watch.machines.get(name);
    if (machine === undefined) throw new Error(`No machine is called "${name}".`);
    const admittedAt = steady();
    this.state = 'running';
    this.admittedAt = admittedAt;
    this.waited = between(arrival.steadyAt, admittedAt);
    if (arrival.budget !== null) ledger.begin(arrival.budget, this.id);
    const found = place(this.#door, arrival, machine, model, admittedAt);
    if (!(found instanceof Promise)) {
      this.#begin(found);
      return;
    }
    // The machine counts the prompt meanwhile: the slot is taken, and nothing is on it.
    found.then(
      (placed) => this.#guard(() => this.#begin(placed)),
      (error: unknown) => this.#crash(error),
    );
  }

  #begin(found: Placed | Refusal): void {
    if (this.end !== null) return;
    if ('problem' in found) {
      release(this.#door, this, { end: found.reason ?? 'internal', failed: false, proven: true });
      this.#delivery.fail(found, null);
      return;
    }
    this.placed = found;
    const { follower, exchange } = sendCall(this.#door, {
      arrival: this.arrival,
      placed: found,
      delivery: this.#delivery,
      waited: this.waited,
      take: (events, answer) => this.#guard(() => this.#delivery.take(events, answer)),
      progressed: () => tellProgress(this.#door, this),
      settled: (outcome, answer) => this.#guard(() => this.#settled(outcome, found, answer)),
    });
    this.follower = follower;
    this.exchange = exchange;
    this.#door.recorder.admit({
      id: this.id,
      machine: found.machine.declared.name,
      model: found.model,
      admittedAt: this.#door.now(),
      waited: this.waited,
      cap: found.capReason === null ? null : found.cap,
      capReason: found.capReason,
    });
  }

  #settled(outcome: Outcome, placed: Placed, follower: Follower): void {
    const { random, watch } = this.#door;
    const { machine, model } = placed;
    const delivery = this.#delivery;
    const { name } = machine.declared;
    const { truncated, firstToken } = follower.progress;
    switch (outcome.kind) {
      case 'whole': {
        const end = truncated ? 'length' : 'stop';
        const { closing } = outcome;
        this.#finish({ end, failed: false, proven: true }, () => {
          delivery.finish(follower, closing);
        });
        return;
      }
      case 'deadline':
        if (firstToken && this.arrival.isCapped) delivery.cut(follower, 'deadline');
        else delivery.fail(refuseFor('deadline', random()), follower);
        this.#abandon('deadline', false);
        return;
      case 'cap':
        delivery.cut(follower, 'cap');
        this.#abandon('length', false);
        return;
      case 'unreachable':
        watch.lost(name, outcome.error);
        this.#askAgain(true);
        return;
      case 'refused':
      case 'failed':
      case 'died':
      case 'silent': {
        const told = refuseOutcome(name, outcome, random());
        const { refusal, end, failed, context } = told;
        if (context !== null) machine.windows.set(model, context);
        if (end === 'context' && outcome.kind === 'refused') {
          const again = this.#resized(placed, told.promptTokens);
          if (again !== null) {
            this.#begin(again);
            return;
          }
        }
        if (refusal.reason === 'loading' && !delivery.begun && outcome.over) {
          watch.loading(name);
          this.#askAgain(false);
          return;
        }
        if (end === 'upstream') watch.lookNow(name);
        if (outcome.over) release(this.#door, this, { end, failed, proven: true });
        delivery.fail(refusal, follower);
        if (!outcome.over) this.#abandon(end, failed);
      }
    }
  }

  /**
   * Ends a whole answer. Where others wait the slot is freed first, and the end of the answer is written after what that
   * sets in motion: a write to a socket takes as long as all the rest.
   */
  #finish(how: Release, deliver: () => void): void {
    const { desk, log } = this.#door;
    const tell = (): void => {
      try {
        deliver();
      } catch (error) {
        log(`error: the answer of call ${this.id} could not be written: ${String(error)}`);
        this.#delivery.fail(INTERNAL, this.follower);
      }
    };
    const others = desk.state.waiting.size > 0;
    if (!others) tell();
    release(this.#door, this, how);
    if (others) setImmediate(tell);
  }

  /** The call with a smaller cap, once, where the machine said that prompt and cap together do not fit. */
  #resized(before: Placed, told: Tokens | null): Placed | null {
    if (this.#wasResized) return null;
    this.#wasResized = true;
    return placeAgain(this.#door, this.arrival, before, told);
  }

  /** Nothing of it was done: it goes back into the queue, for as long as it may still wait. */
  #askAgain(failed: boolean): void {
    const { desk, ledger } = this.#door;
    const { budget } = this.arrival;
    if (budget !== null) ledger.forget(budget, this.id);
    this.exchange = null;
    this.follower = null;
    this.placed = null;
    this.admittedAt = null;
    desk.tell({ type: 'ended', call: this.id, failed });
    this.ask();
  }

  /** Cancels what is on the machine. The slot is held until the machine is done with it. */
  #abandon(end: string, failed: boolean): void {
    this.end = end;
    const wasSent = this.exchange?.abandon() ?? false;
    if (wasSent) drainCall(this.#door, this, end, failed);
    else release(this.#door, this, { end, failed, proven: true });
  }

  /** Whatever goes wrong here must neither take the gateway down nor keep the slot. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#crash(error);
    }
  }

  #crash(error: unknown): void {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#door.log(`error: call ${this.id}: ${said}`);
    if (this.end !== null) return;
    this.#delivery.fail(INTERNAL, this.follower);
    if (this.state === 'waiting') this.#leave('internal');
    else this.#abandon('internal', false);
  }
}
