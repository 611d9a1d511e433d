import {
  forgetRequestSchema,
  jobEstimateSchema,
  jobListSchema,
  jobStatusSchema,
} from '@hearth/wire';

import type { RouteEntry } from './entry.ts';
import { estimate } from './estimate.ts';
import { forget } from './forget.ts';
import { job } from './job.ts';
import { jobs } from './jobs.ts';
import { pause } from './pause.ts';
import { resume } from './resume.ts';

/** The routes of declared jobs. */
export const JOBS_ROUTES: readonly RouteEntry[] = [
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
];
