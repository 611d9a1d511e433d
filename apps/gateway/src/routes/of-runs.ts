import { enqueueRequestSchema, runPageSchema, runSchema, whySchema } from '@hearth/wire';

import { cancel } from './cancel.ts';
import { enqueue } from './enqueue.ts';
import type { RouteEntry } from './entry.ts';
import { log } from './log.ts';
import { retryDead } from './retry-dead.ts';
import { retry } from './retry.ts';
import { runs } from './runs.ts';
import { show } from './show.ts';
import { why } from './why.ts';

/** The routes of runs. */
export const RUNS_ROUTES: readonly RouteEntry[] = [
  {
    method: 'post',
    path: '/runs',
    right: 'enqueue',
    summary: 'Make a run of a declared job',
    body: enqueueRequestSchema,
    status: 201,
    answer: runSchema,
    route: enqueue,
  },
  {
    method: 'get',
    path: '/runs',
    right: 'operate',
    summary: 'List runs, the newest first',
    query: ['state', 'job', 'limit', 'before'],
    answer: runPageSchema,
    route: runs,
  },
  {
    method: 'post',
    path: '/runs/retry-dead',
    right: 'operate',
    summary: 'Repeat every dead run that has not been repeated',
    query: ['job'],
    answer: runPageSchema,
    route: retryDead,
  },
  {
    method: 'get',
    path: '/runs/:id',
    right: 'operate',
    summary: 'Show one run with its attempts',
    answer: runSchema,
    route: show,
  },
  {
    method: 'get',
    path: '/runs/:id/why',
    right: 'operate',
    summary: 'Say why a run has not started',
    answer: whySchema,
    route: why,
  },
  {
    method: 'get',
    path: '/runs/:id/log',
    right: 'operate',
    summary: 'Give the output of a run; follow=1 goes on until it is over',
    query: ['follow'],
    answer: 'text',
    route: log,
  },
  {
    method: 'post',
    path: '/runs/:id/cancel',
    right: 'operate',
    summary: 'Take a waiting run back, or ask for the end of a running one',
    answer: runSchema,
    route: cancel,
  },
  {
    method: 'post',
    path: '/runs/:id/retry',
    right: 'operate',
    summary: 'Make a new run that repeats one which is over',
    status: 201,
    answer: runSchema,
    route: retry,
  },
];
