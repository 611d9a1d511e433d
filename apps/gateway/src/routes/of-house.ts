import {
  backupSchema,
  budgetListSchema,
  callPageSchema,
  machineListSchema,
  planSchema,
  reservationListSchema,
  reservationSchema,
  reserveRequestSchema,
  statusSchema,
  truncatedListSchema,
} from '@hearth/wire';

import { backup } from './backup.ts';
import { budgets } from './budgets.ts';
import { calls } from './calls.ts';
import type { RouteEntry } from './entry.ts';
import { machines } from './machines.ts';
import { plan } from './plan.ts';
import { reservations, reserve, unreserve } from './reserve.ts';
import { status } from './status.ts';
import { truncated } from './truncated.ts';

/** The routes of the house as a whole: what it plans, what it may use, how it stands. */
export const HOUSE_ROUTES: readonly RouteEntry[] = [
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
];
