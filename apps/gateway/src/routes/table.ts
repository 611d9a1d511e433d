import {
  backupSchema,
  budgetListSchema,
  callPageSchema,
  claimAnswerSchema,
  claimRequestSchema,
  endedReportSchema,
  enqueueRequestSchema,
  errandReportSchema,
  forgetRequestSchema,
  jobEstimateSchema,
  jobListSchema,
  jobStatusSchema,
  machineListSchema,
  planSchema,
  reservationListSchema,
  reservationSchema,
  reserveRequestSchema,
  runPageSchema,
  runSchema,
  startedReportSchema,
  statusSchema,
  truncatedListSchema,
  whySchema,
} from '@hearth/wire';
import type { Right } from '@hearth/manifest';
import type { GenericSchema } from 'valibot';

import type { Route } from '../http/env.ts';
import { backup } from './backup.ts';
import { budgets } from './budgets.ts';
import { calls } from './calls.ts';
import { cancel } from './cancel.ts';
import { claim } from './claim.ts';
import type { RoutesContext } from './context.ts';
import { ended } from './ended.ts';
import { enqueue } from './enqueue.ts';
import { errand } from './errand.ts';
import { estimate } from './estimate.ts';
import { forgetRunner } from './forget-runner.ts';
import { forget } from './forget.ts';
import { job } from './job.ts';
import { jobs } from './jobs.ts';
import { log } from './log.ts';
import { machines } from './machines.ts';
import { pause } from './pause.ts';
import { plan } from './plan.ts';
import { reservations, reserve, unreserve } from './reserve.ts';
import { resume } from './resume.ts';
import { retryDead } from './retry-dead.ts';
import { retry } from './retry.ts';
import { runs } from './runs.ts';
import { show } from './show.ts';
import { started } from './started.ts';
import { status } from './status.ts';
import { truncated } from './truncated.ts';
import { why } from './why.ts';

/** One route of hearth's own API: what it does, what it takes and what it answers. */
export interface RouteEntry {
  readonly method: 'get' | 'post' | 'delete';
  /** Below `/hearth/v1`, with `:names` for what varies. */
  readonly path: string;
  /** The right that it takes; `runner` is the runner of the path alone. */
  readonly right: Right | 'runner';
  readonly summary: string;
  /** Names of what may stand in the query. */
  readonly query?: readonly string[];
  readonly body?: GenericSchema;
  /** The status of a success; 200 when absent. */
  readonly status?: number;
  /** What a success answers; text where it is no JSON, nothing when absent. */
  readonly answer?: GenericSchema | 'text';
  readonly route: (context: RoutesContext) => Route;
}

/** Every route of hearth's own API. The gateway serves them, and `/openapi.json` describes them, from this one list. */
export const ROUTES: readonly RouteEntry[] = [
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
  {
    method: 'get',
    path: '/jobs',
    right: 'operate',
    summary: 'List the declared jobs',
    answer: jobListSchema,
    route: jobs,
  },
  {
    method: 'get',
    path: '/jobs/:name',
    right: 'operate',
    summary: 'Show one declared job',
    answer: jobStatusSchema,
    route: job,
  },
  {
    method: 'get',
    path: '/jobs/:name/estimate',
    right: 'operate',
    summary: 'Give the promise of a job, why it is that, and the history behind it',
    answer: jobEstimateSchema,
    route: estimate,
  },
  {
    method: 'post',
    path: '/jobs/:name/estimate/forget',
    right: 'operate',
    summary: 'Drop a run from the history of a job',
    body: forgetRequestSchema,
    answer: jobEstimateSchema,
    route: forget,
  },
  {
    method: 'post',
    path: '/jobs/:name/pause',
    right: 'operate',
    summary: 'Start no run of a job until it is resumed',
    answer: jobStatusSchema,
    route: pause,
  },
  {
    method: 'post',
    path: '/jobs/:name/resume',
    right: 'operate',
    summary: 'End a pause',
    answer: jobStatusSchema,
    route: resume,
  },
  {
    method: 'get',
    path: '/plan',
    right: 'operate',
    summary: 'Foresee what will start when',
    query: ['hours'],
    answer: planSchema,
    route: plan,
  },
  {
    method: 'get',
    path: '/machines',
    right: 'operate',
    summary: 'List the machines that serve models',
    answer: machineListSchema,
    route: machines,
  },
  {
    method: 'get',
    path: '/budgets',
    right: 'operate',
    summary: 'List the budgets, with what is used and left',
    answer: budgetListSchema,
    route: budgets,
  },
  {
    method: 'get',
    path: '/calls',
    right: 'operate',
    summary: 'List the record of model calls, the newest first',
    query: ['run', 'limit', 'before'],
    answer: callPageSchema,
    route: calls,
  },
  {
    method: 'get',
    path: '/calls/truncated',
    right: 'operate',
    summary: 'Say whose answers are cut, and by whose cap',
    query: ['since_seconds'],
    answer: truncatedListSchema,
    route: truncated,
  },
  {
    method: 'get',
    path: '/reservations',
    right: 'operate',
    summary: 'List the one-off windows that are not over',
    answer: reservationListSchema,
    route: reservations,
  },
  {
    method: 'post',
    path: '/reservations',
    right: 'operate',
    summary: 'Keep a class, from now on, for what a person waits for',
    body: reserveRequestSchema,
    status: 201,
    answer: reservationSchema,
    route: reserve,
  },
  {
    method: 'delete',
    path: '/reservations/:id',
    right: 'operate',
    summary: 'Give a reserved class back',
    status: 204,
    route: unreserve,
  },
  {
    method: 'get',
    path: '/status',
    right: 'operate',
    summary: 'Show the house at a glance',
    answer: statusSchema,
    route: status,
  },
  {
    method: 'post',
    path: '/backup',
    right: 'operate',
    summary: 'Copy the queue while it runs, and check the copy',
    answer: backupSchema,
    route: backup,
  },
  {
    method: 'post',
    path: '/runners/:name/claim',
    right: 'runner',
    summary: 'Ask for an attempt and for errands, and say which attempts are held: a long poll',
    body: claimRequestSchema,
    answer: claimAnswerSchema,
    route: claim,
  },
  {
    method: 'post',
    path: '/runners/:name/attempts/:id/started',
    right: 'runner',
    summary: 'Say that the process of an attempt is there',
    body: startedReportSchema,
    status: 204,
    route: started,
  },
  {
    method: 'post',
    path: '/runners/:name/attempts/:id/ended',
    right: 'runner',
    summary: 'Say how an attempt ended, with the proof',
    body: endedReportSchema,
    status: 204,
    route: ended,
  },
  {
    method: 'post',
    path: '/runners/:name/errands/:id',
    right: 'runner',
    summary: 'Say how a short command ended that was carried out for the gateway',
    body: errandReportSchema,
    status: 204,
    route: errand,
  },
  {
    method: 'post',
    path: '/runners/:name/forget',
    right: 'operate',
    summary: 'Give up a runner that will not come back; what it held is lost and runs again',
    status: 204,
    route: forgetRunner,
  },
];
