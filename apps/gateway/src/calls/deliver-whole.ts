import type { Delivery, DeliveryOptions } from './delivery.ts';
import { sendJson, sendRefusal } from './write.ts';

/** Makes one answer of the stream, for a caller that asked for none. Nothing goes out before it is whole, or cut. */
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
    take: () => undefined,
    finish(follower) {
      sendJson(outgoing, 200, follower.assemble(null), headers);
    },
    cut(follower, reason) {
      sendJson(outgoing, 200, follower.assemble(reason), headers);
    },
    fail(refusal) {
      sendRefusal(outgoing, refusal, protocol.errorBody, headers);
    },
  };
}
