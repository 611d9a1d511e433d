import type { Manifest } from '@hearth/manifest';
import {
  lower,
  name,
  PRIORITIES,
  type BudgetName,
  type Priority,
  type Seconds,
} from '@hearth/words';
import type { IncomingHttpHeaders } from 'node:http';

import type { Caller } from '../http/caller.ts';
import { nearestNames } from './nearest.ts';
import { refuse, type Refusal } from './refusal.ts';
import { readSeconds } from './time.ts';

/** What the headers of a request ask for, already bounded by what its caller may. */
export interface Knobs {
  readonly priority: Priority;
  readonly budget: BudgetName | null;
  readonly timeout: Seconds | null;
  readonly maxWait: Seconds | null;
  readonly clientTimeout: Seconds | null;
}

/** Reads the headers by which a caller can lower its priority, name a budget, and shorten its time. */
export function readKnobs(
  headers: IncomingHttpHeaders,
  caller: Caller,
  manifest: Manifest,
): Knobs | Refusal {
  const priority = readPriority(headers['x-hearth-priority']);
  if (priority === undefined) {
    const message = `X-Hearth-Priority is "${said(headers['x-hearth-priority'])}"; the priorities are ${PRIORITIES.join(', ')}.`;
    return refuse(400, 'bad_request', message);
  }
  const timeout = readTime(headers['x-hearth-timeout']);
  if (timeout === undefined || timeout === 0) return wrongTime('X-Hearth-Timeout', headers);
  const maxWait = readTime(headers['x-hearth-max-wait']);
  if (maxWait === undefined) return wrongTime('X-Hearth-Max-Wait', headers);
  const budget = budgetOf(headers['x-hearth-budget'], caller, manifest);
  if (budget !== null && typeof budget === 'object') return budget;
  return {
    priority: priority === null ? caller.priority : lower(caller.priority, priority),
    budget,
    timeout,
    maxWait,
    // It is the client's own word: one that cannot be read says nothing, and 0 is how some say "none".
    clientTimeout: readTime(headers['x-stainless-timeout']) || null,
  };
}

type Header = string | string[] | undefined;

function readPriority(header: Header): Priority | null | undefined {
  if (header === undefined) return null;
  return PRIORITIES.find((priority) => priority === said(header).trim().toLowerCase());
}

function readTime(header: Header): Seconds | null | undefined {
  return header === undefined ? null : readSeconds(said(header));
}

function wrongTime(header: string, headers: IncomingHttpHeaders): Refusal {
  const given = said(headers[header.toLowerCase()]);
  return refuse(400, 'bad_request', `${header} is "${given}"; it takes a number of seconds.`);
}

/** A caller without a budget may put its call on one; whoever has one cannot slip out of it. */
function budgetOf(header: Header, caller: Caller, manifest: Manifest): BudgetName | Refusal | null {
  if (header === undefined) return caller.budget;
  const asked = said(header).trim();
  const budget = name<BudgetName>(asked);
  if (!manifest.budgets.has(budget)) {
    const known = [...manifest.budgets.keys()];
    const near = nearestNames(asked, known);
    return refuse(
      400,
      'bad_request',
      `X-Hearth-Budget is "${asked}", and no budget is called that.`,
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : null,
    );
  }
  if (caller.budget !== null && caller.budget !== budget) {
    const message = `${caller.label} is charged to the budget ${caller.budget}, and cannot use ${budget} instead.`;
    return refuse(403, 'forbidden', message, 'Leave X-Hearth-Budget out.');
  }
  return budget;
}

function said(header: Header): string {
  return Array.isArray(header) ? header.join(', ') : (header ?? '');
}
