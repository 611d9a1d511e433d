import type { Hono } from 'hono';

import { isRunner, may } from '../http/app.ts';
import type { Env } from '../http/env.ts';
import type { RoutesContext } from './context.ts';
import { healthz, readyz, root } from './health.ts';
import { metrics } from './metrics.ts';
import { openapi } from './openapi.ts';
import { ROUTES } from './table.ts';

/** Adds every route of hearth's own API, and the few that stand beside it. */
export function addRoutes(app: Hono<Env>, context: RoutesContext): void {
  app.get('/', root);
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(context.closing));
  app.get('/openapi.json', openapi(context.version));
  app.get('/metrics', may('operate'), metrics(context));
  for (const { method, path, right, route } of ROUTES) {
    const allowed = right === 'runner' ? isRunner : may(right);
    app.on(method, `/hearth/v1${path}`, allowed, route(context));
  }
}
