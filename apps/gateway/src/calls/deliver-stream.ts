import type { CutReason, FollowedEvent, Follower } from '@hearth/protocols';

import type { Delivery, DeliveryOptions, OwnDelivery } from './delivery.ts';
import type { Refusal } from './refusal.ts';
import { isFull, isGone, joined, sendRefusal } from './write.ts';

/** What every stream says to proxies: pass it on as it comes, and keep none of it. */
const HEADERS = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/**
 * Passes a stream on, event by event. Where the API has comments, one is sent whenever nothing else was for a while,
 * so that neither the caller nor a proxy takes the silence for the end; the first not before quick refusals are over.
 */
export function createStreamDelivery(options: DeliveryOptions): Delivery {
  const { protocol, outgoing, time } = options;
  let { headers } = options;
  /** What the headers would have said, had they not gone out before it was known. */
  let note: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  const canComment = protocol.comment('') !== null;
  if (canComment) timer = setTimeout(keepAlive, time.firstComment * 1000);
  outgoing.once('close', stop);

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function begin(): void {
    if (delivery.begun) return;
    delivery.begun = true;
    outgoing.writeHead(200, { 'content-type': protocol.contentType, ...HEADERS, ...headers });
  }

  function write(bytes: Uint8Array | null): void {
    if (bytes === null || isGone(outgoing)) return;
    begin();
    outgoing.write(bytes);
    timer?.refresh();
  }

  function end(bytes: Uint8Array | null): void {
    stop();
    if (isGone(outgoing)) return;
    begin();
    if (bytes === null) outgoing.end();
    else outgoing.end(bytes);
  }

  function keepAlive(): void {
    // It has just fired: refreshing it in `write` would bring it back to life beside the next one, for ever.
    timer = null;
    if (isGone(outgoing)) return;
    write(protocol.comment('the model is at work'));
    timer = setTimeout(keepAlive, time.nextComment * 1000);
  }

  /** The note, once, as the comment that goes before the last event. */
  function takeNote(): Uint8Array[] {
    const text = note;
    note = null;
    const comment = text === null ? null : protocol.comment(text);
    return comment === null ? [] : [comment];
  }

  const delivery: OwnDelivery = {
    begun: false,
    isFull: () => isFull(outgoing),
    admitted(more, text) {
      if (delivery.begun) note = text;
      else headers = { ...headers, ...more };
    },
    answered: () => undefined,
    take(events: readonly FollowedEvent[]) {
      const parts = events.flatMap(({ kind, out }) =>
        kind === 'terminal' && note !== null ? [...takeNote(), out] : [out],
      );
      write(joined(parts));
    },
    finish(_follower, closing) {
      end(joined([closing]));
    },
    cut(follower: Follower, reason: CutReason) {
      end(joined([...takeNote(), follower.cut(reason)]));
    },
    fail(refusal: Refusal, follower) {
      stop();
      if (isGone(outgoing)) return;
      if (!delivery.begun) {
        sendRefusal(outgoing, refusal, protocol.errorBody, headers);
        return;
      }
      end(follower?.died(refusal.problem) ?? protocol.errorEvent(refusal.problem));
    },
  };
  return delivery;
}
