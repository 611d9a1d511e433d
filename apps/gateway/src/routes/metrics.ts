import type { Route } from '../http/env.ts';
import { collectMetrics } from '../metrics/collect.ts';
import { METRICS_TYPE, metricsText } from '../metrics/text.ts';
import type { RoutesContext } from './context.ts';

/** `GET /metrics`: the figures of the house, for Prometheus. */
export function metrics(routes: RoutesContext): Route {
  return (context) => {
    return context.body(metricsText(collectMetrics(routes)), 200, { 'content-type': METRICS_TYPE });
  };
}
