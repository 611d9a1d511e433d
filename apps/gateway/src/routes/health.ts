import type { Route } from '../http/env.ts';

/** `GET /healthz`: the process answers. */
export const healthz: Route = (context) => context.text('ok\n');

/** `GET /readyz`: it takes work; 503 while it is ending. */
export function readyz(closing: AbortSignal): Route {
  return (context) => (closing.aborted ? context.text('ending\n', 503) : context.text('ready\n'));
}

/** What stands at the root. */
export const GREETING = 'hearth is running\n';

/** `GET /`: somebody is there. Ollama's own command asks that before anything else. */
export const root: Route = (context) => context.text(GREETING);
