import type { Delivery, DeliveryOptions } from './delivery.ts';
import { isFull, isGone, joined, sendBytes, sendRefusal } from './write.ts';

/** So much is held back, so that an answer that turns out to be an error still gets the status of one. */
const HELD_BACK = 64 * 1024;

/** Passes a JSON body on as it comes, such as embeddings, which may be megabytes of numbers. */
export function createBodyDelivery({ protocol, outgoing }: DeliveryOptions): Delivery {
  // Of an API that is not known, what comes may be a stream, and must not be held back.
  const heldBack = protocol.contentType === 'application/json' ? HELD_BACK : 0;
  let headers: Readonly<Record<string, string>> = {};
  let status = 200;
  let held: Uint8Array[] = [];
  let length = 0;
  let begun = false;

  function fail(refusal: Parameters<Delivery['fail']>[0]): void {
    if (!begun) sendRefusal(outgoing, refusal, protocol.errorBody, headers);
    // No error fits into the middle of a JSON object: a connection that breaks is the only way to say it.
    else outgoing.destroy();
  }

  return {
    get begun() {
      return begun;
    },
    get isFull() {
      return isFull(outgoing);
    },
    admitted(more) {
      headers = { ...headers, ...more };
    },
    answered(given, own) {
      status = given;
      const type = own['content-type'];
      headers = { ...headers, ...(type !== undefined && { 'content-type': type }) };
    },
    take(events) {
      if (isGone(outgoing)) return;
      for (const { out } of events) {
        held.push(out);
        length += out.length;
      }
      if (!begun && length <= heldBack) return;
      if (!begun) outgoing.writeHead(status, { 'content-type': protocol.contentType, ...headers });
      begun = true;
      const bytes = joined(held);
      held = [];
      if (bytes !== null) outgoing.write(bytes);
    },
    finish() {
      if (begun) outgoing.end();
      else sendBytes(outgoing, status, joined(held) ?? new Uint8Array(), headers);
    },
    cut: () => outgoing.destroy(),
    fail,
  };
}
