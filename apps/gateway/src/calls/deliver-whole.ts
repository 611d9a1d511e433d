import type { Delivery, DeliveryOptions } from './delivery.ts';
import { isGone, sendJson, sendRefusal } from './write.ts';

/**
 * Makes one answer of the stream, for a caller that asked for none. Nothing goes out before it is whole, or cut; once the
 * stream has said its last word it is, though the machine may yet keep its connection open for a while.
 */
export function createWholeDelivery(options: DeliveryOptions): Delivery {
  const { protocol, outgoing } = options;
  let { headers } = options;
  return {
    // Until the very end, after which nobody asks.
    begun: false,
    isFull: () => false,
    admitted(more) {
      headers = { ...headers, ...more };
    },
    answered: () => undefined,
    // The follower keeps the answer.
    take(events, follower) {
      if (!follower.complete || !events.some(({ kind }) => kind === 'done')) return;
      sendJson(outgoing, 200, follower.assemble(null), headers);
    },
    finish(follower) {
      if (!isGone(outgoing)) sendJson(outgoing, 200, follower.assemble(null), headers);
    },
    cut(follower, reason) {
      sendJson(outgoing, 200, follower.assemble(reason), headers);
    },
    fail(refusal) {
      sendRefusal(outgoing, refusal, protocol.errorBody, headers);
    },
  };
}
