import {
  claimAnswerSchema,
  claimRequestSchema,
  endedReportSchema,
  errandReportSchema,
  startedReportSchema,
} from '@hearth/wire';

import { claim } from './claim.ts';
import { ended } from './ended.ts';
import type { RouteEntry } from './entry.ts';
import { errand } from './errand.ts';
import { forgetRunner } from './forget-runner.ts';
import { started } from './started.ts';

/** The routes of runners. */
export const RUNNERS_ROUTES: readonly RouteEntry[] = [
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
