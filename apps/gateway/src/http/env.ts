import type { Context, Handler } from 'hono';

import type { Caller } from './caller.ts';

/** What the middleware leaves for the routes: who is asking. */
export interface Env {
  readonly Variables: { caller: Caller };
}

/** A request on a route that knows its caller. */
export type Request = Context<Env>;

/** What answers a route. */
export type Route = Handler<Env>;
