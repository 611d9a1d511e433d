import type { Delivery, DeliveryOptions, OwnDelivery } from './delivery.ts';
import { isFull, isGone, joined, sendBytes, sendRefusal } from './write.ts';

/** So much is held back, so that an answer that turns out to be an error still gets the status of one. */
const HELD_BACK = 64 * 1024;

/** Passes a JSON body on as it comes, such as embeddings, which may be megabytes of numbers. */
export function createBodyDelivery(options: DeliveryOptions): Delivery {
  const { protocol, outgoing } = options;
  // Of an API that is not known, what comes may be a stream, and must not be held back.
  const heldBack = protocol.contentType === 'application/json' ? HELD_BACK : 0;
  let { headers } = options;
  let status = 200;
  let held: Uint8Array[] = [];
  let length = 0;

  function fail(refusal: Parameters<Delivery['fail']>[0]): void {
    if (!delivery.begun) sendRefusal(outgoing, refusal, protocol.errorBody, headers);
    // No error fits into the middle of a JSON object: a connection that breaks is the only way to say it.
    else outgoing.destroy();
  }

  const delivery: OwnDelivery = {
    begun: false,
    isFull: () => isFull(outgoing),
    admitted(more) {
      headers = { ...headers, ...more };
    },
    answered(given, head) {
      status = given;
      const type = head.headers['content-type'];
      headers = { ...headers, ...(type !== undefined && { 'content-type': type }) };
    },
    take(events) {
      if (isGone(outgoing)) return;
      for (const { out } of events) {
        held.push(out);
        length += out.length;
      }
      if (!delivery.begun) {
        if (length <= heldBack) return;
        outgoing.writeHead(status, { 'content-type': protocol.contentType, ...headers });
        delivery.begun = true;
      }
      const bytes = joined(held);
      held = [];
      if (bytes !== null) outgoing.write(bytes);
    },
    finish() {
      if (delivery.begun) outgoing.end();
      else sendBytes(outgoing, status, joined(held) ?? new Uint8Array(), headers);
    },
    cut: () => outgoing.destroy(),
    fail,
  };
  return delivery;
}
