import type { IncomingMessage, ServerResponse } from 'node:http';

import { keyOf } from '../http/bearer.ts';
import { identify, type Caller } from '../http/caller.ts';
import { isKnownHost, isLoopback } from '../http/guard.ts';
import { readAddress, type Address } from './address.ts';
import type { CallsContext } from './context.ts';
import { checkOrigin } from './cors.ts';
import { errorBodyOf, type ErrorBody } from './error-body.ts';
import { refuse, type Refusal } from './refusal.ts';
import { sendRefusal } from './write.ts';

/** A request to the model side from somebody who may make it. */
export interface Visit {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly address: Address;
  readonly caller: Caller;
  readonly errorBody: ErrorBody;
  /** Answers with an error in the shape of the API that was called. */
  refuse(refusal: Refusal): void;
}

/** Lets a request in: by its path, its origin and its key. Null where it was answered already. */
export function enter(
  { manifest, identities }: CallsContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Visit | null {
  const target = incoming.url ?? '/';
  const address = readAddress(target);
  const errorBody = errorBodyOf(target);
  const turnAway = (refusal: Refusal): null => {
    sendRefusal(outgoing, refusal, errorBody);
    return null;
  };
  const { host } = incoming.headers;
  if (!isKnownHost(host, manifest.hosts)) {
    const message = `This house is not called "${host ?? ''}".`;
    return turnAway(refuse(403, 'forbidden', message, 'Add the name to `hosts:` in the manifest.'));
  }
  const admittance = checkOrigin(incoming, outgoing, manifest.cors);
  if (admittance === 'foreign') {
    const message = `Pages of ${incoming.headers.origin ?? 'another origin'} may not call the models of this house.`;
    return turnAway(
      refuse(403, 'forbidden', message, 'List the origin under `cors:` in the manifest.'),
    );
  }
  if (admittance === 'preflight') {
    outgoing.writeHead(204).end();
    return null;
  }
  if (address === null) {
    const message = 'What stands before the path of the API is not a name or a key.';
    return turnAway(
      refuse(404, 'not_found', message, 'Write /c/NAME/v1/… for a name of your own.'),
    );
  }
  const header = (name: string): string | undefined => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const key = address.key ?? keyOf(header);
  const caller = identify(key, isLoopback(incoming.socket.remoteAddress), identities);
  if (caller === null) {
    const message = key === null ? 'This takes a key.' : 'Nobody holds this key.';
    const hint = 'Send Authorization: Bearer KEY; `hearth key new NAME` makes one.';
    return turnAway(refuse(401, 'unauthorized', message, hint));
  }
  if (!caller.rights.includes('call')) {
    const message = `${caller.label} may not call models: that takes the right "call".`;
    const hint = 'Give the consumer `can: [call]` in the manifest.';
    return turnAway(refuse(403, 'forbidden', message, hint));
  }
  const send = (refusal: Refusal): void => sendRefusal(outgoing, refusal, errorBody);
  return { incoming, outgoing, address, caller, errorBody, refuse: send };
}
