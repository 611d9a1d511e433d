import { formatDuration } from '@hearth/estimator';
import {
  between,
  seconds,
  type Instant,
  type JobName,
  type RunId,
  type Seconds,
} from '@hearth/words';

import type { House, JobStanding } from './house.ts';

/** Something that a person should know of. */
export interface Notice {
  /** The same thing has the same key, so that it is told once and not again until it was over. */
  readonly key: string;
  readonly title: string;
  /** One or two sentences: what, since when, and the command that says more. */
  readonly message: string;
}

/** A thing that may need a person, and the notice where it does: null says that it is over, or never was. */
export interface Concern {
  readonly key: string;
  readonly notice: Notice | null;
}

/** What is known of a job beside its standing. */
export interface JobRecord {
  readonly standing: JobStanding;
  /** When it last succeeded, or since when it has been watched without a success. */
  readonly goodSince: Instant;
  /** Its ready run that waits for a need, and since when that need has been down. */
  readonly parked: { readonly run: RunId; readonly probe: string; readonly since: Instant } | null;
  /** How many of its newest due instants in a row were skipped because another run was still open. */
  readonly skippedInARow: number;
  /** Its running run, and how long that has been going. */
  readonly running: { readonly run: RunId; readonly elapsed: Seconds } | null;
}

/** A run that is parked for so long is told of: a backup that silently parks is what hurts a house most. */
export const PARKED_LONG: Seconds = seconds(3600);

/** So many skipped instants in a row are told of: the job does not keep up with its schedule. */
export const SKIPPED_OFTEN = 3;

/** A run is told of when it has taken half as long again as promised, and a minute: one in six breaks a promise by a little. */
const OVERDUE_FACTOR = 1.5;
const OVERDUE_LEAST: Seconds = seconds(60);

/** All that may need a person about one job, each with its notice where it does. */
export function concerns(record: JobRecord, house: House): Concern[] {
  const { name } = record.standing.job;
  return [
    concern(`stale:${name}`, stale(record, house)),
    concern(`parked:${name}`, parked(record, house)),
    concern(`skipped:${name}`, skipped(record)),
    concern(`overdue:${name}`, overdue(record)),
  ];
}

/** The notice that a run is dead. */
export function deathNotice(run: RunId, job: JobName, note: string | null): Notice {
  return {
    key: `dead:${run}`,
    title: `${job} is dead`,
    message: `Run ${run} of ${job} is dead: ${note ?? 'it used up its attempts'}. See: hearth logs ${run}; to repeat it: hearth retry ${run}`,
  };
}

type Words = readonly [title: string, message: string];

function concern(key: string, words: Words | null): Concern {
  return { key, notice: words === null ? null : { key, title: words[0], message: words[1] } };
}

function stale({ standing: { job }, goodSince }: JobRecord, { now }: House): Words | null {
  if (job.staleAfter === null || between(goodSince, now) <= job.staleAfter) return null;
  const forHow = formatDuration(between(goodSince, now));
  return [
    `${job.name} is stale`,
    `${job.name} has not succeeded for ${forHow}; it should within ${formatDuration(job.staleAfter)}. See: hearth runs --job ${job.name}`,
  ];
}

function parked({ standing: { job }, parked: at }: JobRecord, { now }: House): Words | null {
  if (at === null || between(at.since, now) <= PARKED_LONG) return null;
  const forHow = formatDuration(between(at.since, now));
  return [
    `${job.name} is parked`,
    `Run ${at.run} of ${job.name} waits for ${at.probe}, which has been down for ${forHow}. See: hearth why ${at.run}`,
  ];
}

function skipped({ standing: { job }, skippedInARow }: JobRecord): Words | null {
  if (skippedInARow < SKIPPED_OFTEN) return null;
  return [
    `${job.name} skips its runs`,
    `${job.name} was still busy at its last ${skippedInARow} due times, so they were skipped. See: hearth runs --job ${job.name}`,
  ];
}

function overdue({ standing: { job, promise, because }, running }: JobRecord): Words | null {
  if (running === null) return null;
  const limit = Math.max(promise * OVERDUE_FACTOR, promise + OVERDUE_LEAST);
  if (running.elapsed <= limit) return null;
  return [
    `${job.name} takes longer than promised`,
    `Run ${running.run} of ${job.name} has been going for ${formatDuration(running.elapsed)}; promised were ${formatDuration(promise)} (${because}). See: hearth logs ${running.run} -f`,
  ];
}
