import { createBodyDelivery } from './deliver-body.ts';
import { createStreamDelivery } from './deliver-stream.ts';
import { createWholeDelivery } from './deliver-whole.ts';
import type { Delivery, DeliveryOptions } from './delivery.ts';

/** The way that fits the call: a stream, one answer made of a stream, or a body that passes as it is. */
export function createDelivery(options: DeliveryOptions): Delivery {
  if (options.protocol.framing === 'json') return createBodyDelivery(options);
  return options.stream ? createStreamDelivery(options) : createWholeDelivery(options);
}
