import type { RouteEntry } from './entry.ts';
import { HOUSE_ROUTES } from './of-house.ts';
import { JOBS_ROUTES } from './of-jobs.ts';
import { RUNNERS_ROUTES } from './of-runners.ts';
import { RUNS_ROUTES } from './of-runs.ts';

/** Every route of hearth's own API. The gateway serves them, and `/openapi.json` describes them, from this one list. */
export const ROUTES: readonly RouteEntry[] = [
  ...RUNS_ROUTES,
  ...JOBS_ROUTES,
  ...HOUSE_ROUTES,
  ...RUNNERS_ROUTES,
];
