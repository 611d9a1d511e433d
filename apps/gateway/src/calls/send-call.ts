import type { FollowedEvent, Follower } from '@hearth/protocols';

import { contextOf } from '../machines/models.ts';
import type { Arrival } from './arrival.ts';
import type { CallsContext } from './context.ts';
import type { Delivery } from './delivery.ts';
import { startExchange, type Exchange, type Outcome } from './exchange.ts';
import type { Placed } from './placed.ts';

/** What is to be sent, where to, and for whom. */
export interface Sending {
  readonly arrival: Arrival;
  readonly placed: Placed;
  readonly delivery: Delivery;
  /** How long it waited, as a header says it. */
  readonly waited: number;
  /** Takes what of the answer is complete. It never throws: nobody would hear it here. */
  readonly take: (events: readonly FollowedEvent[], follower: Follower) => void;
  /** Told now and then while the answer comes. */
  readonly progressed: () => void;
  /** Told once, when the exchange is over; never before this function has returned. */
  readonly settled: (outcome: Outcome, follower: Follower) => void;
}

/** Writes a call for the machine that it was placed on, and sends it there. Its answer goes to the delivery. */
export function sendCall(
  { senders, steady, now, watch }: CallsContext,
  { arrival, placed, delivery, waited, take, progressed, settled }: Sending,
): { readonly follower: Follower; readonly exchange: Exchange } {
  const { machine, model, cap, capReason, promptTokens, deadline, silence, mostTokens } = placed;
  const { name } = machine.declared;
  const sender = senders.get(name);
  if (sender === undefined || machine.server === null) {
    throw new Error(`A call was admitted to ${name}, which was never looked at.`);
  }
  const upstream = machine.server.name;
  const orders = { model, cap, upstream, context: contextOf(machine, model) };
  const written = arrival.write(orders);
  const isBytes = written === null || Buffer.isBuffer(written);
  const { wantsUsage, stream } = arrival.call;
  const assemble = !stream && arrival.tongue.framing !== 'json';
  const options = { ...orders, promptTokens, wantsUsage, assemble, at: now() };
  const follower = arrival.tongue.follow(options);

  const headers = { 'x-hearth-machine': name, 'x-hearth-waited': waited.toFixed(3) };
  if (capReason === null) delivery.admitted(headers, `machine ${name}`);
  else {
    const cut = { 'x-hearth-cap': String(cap), 'x-hearth-cap-reason': capReason };
    delivery.admitted({ ...headers, ...cut }, `machine ${name}, cap ${cap}, reason ${capReason}`);
  }

  const exchange = startExchange({
    sender,
    request: {
      method: arrival.method,
      path: arrival.path + arrival.query,
      headers: arrival.headers,
      body: isBytes ? written : JSON.stringify(written),
    },
    follower,
    take(events) {
      take(events, follower);
      return delivery.isFull();
    },
    answered(status, head) {
      arrival.forget();
      watch.heard(name);
      delivery.answered(status, head);
    },
    started: () => !placed.wasLoaded && watch.lookNow(name),
    progressed,
    settled: (outcome) => settled(outcome, follower),
    deadline,
    silence,
    mostTokens,
    steady,
  });
  return { follower, exchange };
}
