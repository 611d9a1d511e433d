import type { Hono } from 'hono';

import { isRunner, may } from '../http/app.ts';
import type { Env } from '../http/env.ts';
import type { RoutesContext } from './context.ts';
import { healthz, readyz } from './health.ts';
import { openapi } from './openapi.ts';
import { ROUTES } from './table.ts';

/** Adds every route of hearth's own API, and the few that need no key. */
export function addRoutes(app: Hono<Env>, context: RoutesContext): void {
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(context.closing));
  app.get('/openapi.json', openapi(context.version));
  for (const { method, path, right, route } of ROUTES) {
    const allowed = right === 'runner' ? isRunner : may(right);
    app.on(method, `/hearth/v1${path}`, allowed, route(context));
  }
}
