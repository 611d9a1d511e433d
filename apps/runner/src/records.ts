import { existsSync, readFileSync, watch } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';

import * as v from 'valibot';

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Where an attempt runs: as a plain process group, or in a systemd scope. */
export type PlaceKind = 'plain' | 'scope';

/** Who ends an attempt that has not ended by itself. `stale`: the gateway says that it is no longer this runner's. */
export type StopReason =
  | 'timeout'
  | 'stopped_by_person'
  | 'stopped_by_window'
  | 'shutdown'
  | 'stale';

/** What the runner must know of an attempt to go on with it after a restart. No command, no environment. */
export interface AttemptRecord {
  readonly run_id: number;
  readonly attempt_id: string;
  readonly epoch: number;
  readonly job: string;
  readonly class: string;
  readonly place: PlaceKind;
  readonly timeout_seconds: number;
  readonly grace_seconds: number;
  readonly memory_bytes: number;
}

const attemptRecord: v.GenericSchema<AttemptRecord> = v.object({
  run_id: count,
  attempt_id: v.string(),
  epoch: count,
  job: v.string(),
  class: v.string(),
  place: v.picklist(['plain', 'scope']),
  timeout_seconds: seconds,
  grace_seconds: seconds,
  memory_bytes: count,
});

/** Where the process of an attempt is to be found; the supervisor writes it. */
export interface StartedRecord {
  readonly pid: number;
  /** With its number this names one process of this boot. */
  readonly start_ticks: number;
  /** Leader of the session that every process of the job belongs to. */
  readonly supervisor_pid: number;
  readonly supervisor_start_ticks: number;
  readonly boot_id: string;
  /** Seconds from boot to the start. */
  readonly uptime_seconds: number;
  /** Path of its cgroup below `/sys/fs/cgroup`. */
  readonly cgroup: string;
}

const startedRecord: v.GenericSchema<StartedRecord> = v.object({
  pid: count,
  start_ticks: count,
  supervisor_pid: count,
  supervisor_start_ticks: count,
  boot_id: v.string(),
  uptime_seconds: seconds,
  cgroup: v.string(),
});

/** How the process of an attempt ended; the supervisor writes it, and the job cannot. */
export interface ExitRecord {
  readonly code: number | null;
  /** Number of the signal that ended it. */
  readonly signal: number | null;
  /** Why there never was a process; null where there was one. */
  readonly not_started: string | null;
  readonly duration_seconds: number;
  /** Seconds from boot to the end. */
  readonly uptime_seconds: number;
  /** How many processes of its cgroup the kernel killed for memory meanwhile; null where that is not known. */
  readonly oom_kills: number | null;
  /** Path of the cgroup whose limit was met, `/` for the whole machine; null where nothing was killed or it is not known. */
  readonly oom_cgroup: string | null;
  /** That limit. */
  readonly oom_bytes: number | null;
  /** Name of the process that the kernel chose. */
  readonly oom_victim: string | null;
  /** True when systemd was shutting the machine down as it ended; always false of an exit with 0. */
  readonly machine_stopping: boolean;
}

const exitRecord: v.GenericSchema<unknown, ExitRecord> = v.object({
  code: v.nullable(count),
  signal: v.nullable(count),
  not_started: v.nullable(v.string()),
  duration_seconds: seconds,
  uptime_seconds: seconds,
  oom_kills: v.nullable(count),
  // A supervisor that was started before an upgrade writes what its own version knows.
  oom_cgroup: v.optional(v.nullable(v.string()), null),
  oom_bytes: v.optional(v.nullable(count), null),
  oom_victim: v.optional(v.nullable(v.string()), null),
  machine_stopping: v.boolean(),
});

/** That systemd ended the scope of an attempt; the supervisor writes it as it is told. */
export interface HaltRecord {
  /** systemd's word for why: `timeout` (`RuntimeMaxSec`), `oom-kill`, `success` where it was asked to; empty where it does not say. */
  readonly result: string;
  /** Seconds from boot. */
  readonly uptime_seconds: number;
  /** True when the machine was being shut down. */
  readonly machine_stopping: boolean;
}

const haltRecord: v.GenericSchema<HaltRecord> = v.object({
  result: v.string(),
  uptime_seconds: seconds,
  machine_stopping: v.boolean(),
});

/** That the middle of the output could not be dropped, though there is too much of it; the supervisor writes it. */
export interface UncutRecord {
  /** The system's word for why. */
  readonly reason: string;
}

const uncutRecord: v.GenericSchema<UncutRecord> = v.object({ reason: v.string() });

/** That hearth itself ends an attempt, and why. Written before the first signal, so that no restart forgets it. */
export interface StopRecord {
  readonly reason: StopReason;
  /** Seconds from boot to SIGTERM. */
  readonly asked_uptime_seconds: number;
  /** Instant of SIGTERM by the clock on the wall, RFC 3339. */
  readonly asked_at: string;
  /** Instant of SIGKILL; null while SIGTERM was enough. */
  readonly killed_at: string | null;
  /** Instant at which no process of it was found any more; null while there may be one. */
  readonly gone_at: string | null;
}

const stopRecord: v.GenericSchema<StopRecord> = v.object({
  reason: v.picklist(['timeout', 'stopped_by_person', 'stopped_by_window', 'shutdown', 'stale']),
  asked_uptime_seconds: seconds,
  asked_at: v.string(),
  killed_at: v.nullable(v.string()),
  gone_at: v.nullable(v.string()),
});

/** The records of an attempt by the names of their files; `starting` becomes `started` as the program runs. */
interface Records {
  readonly attempt: AttemptRecord;
  readonly starting: StartedRecord;
  readonly started: StartedRecord;
  readonly stop: StopRecord;
  readonly halt: HaltRecord;
  readonly uncut: UncutRecord;
  readonly exit: ExitRecord;
  /** `attempt` once its end has been told: then the folder is only kept for its output. */
  readonly reported: AttemptRecord;
}

const schemas: { readonly [K in keyof Records]: v.GenericSchema<unknown, Records[K]> } = {
  attempt: attemptRecord,
  starting: startedRecord,
  started: startedRecord,
  stop: stopRecord,
  halt: haltRecord,
  uncut: uncutRecord,
  exit: exitRecord,
  reported: attemptRecord,
};

/** Path of a record in the folder of an attempt. */
export function recordPath(folder: string, name: keyof Records): string {
  return join(folder, `${name}.json`);
}

/** True when the folder holds that record, be it one of which a power cut has left its name alone. */
export function hasRecord(folder: string, name: keyof Records): boolean {
  return existsSync(recordPath(folder, name));
}

/**
 * A record of an attempt; null when there is none, or when a power cut has left no more of it than its name, which it
 * may do with one that was not synced. Throws when there is a text that makes no sense.
 */
export function readRecord<K extends keyof Records>(folder: string, name: K): Records[K] | null {
  let text: string;
  try {
    text = readFileSync(recordPath(folder, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (text === '') return null;
  return v.parse<v.GenericSchema<unknown, Records[K]>>(schemas[name], JSON.parse(text));
}

/** Writes a record so that it appears whole or not at all; `durable` also brings it through a power cut. */
export async function writeRecord<K extends 'attempt' | 'stop'>(
  folder: string,
  name: K,
  record: Records[K],
  durable: boolean,
): Promise<void> {
  const path = recordPath(folder, name);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(record)}\n`);
    if (durable) await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  if (!durable) return;
  const entry = await open(folder, 'r');
  try {
    await entry.sync();
  } finally {
    await entry.close();
  }
}

/** Marks an attempt as told: nothing of it has to be done any more. */
export async function markReported(folder: string): Promise<void> {
  await rename(recordPath(folder, 'attempt'), recordPath(folder, 'reported'));
}

/**
 * Waits until one of the records is there, or until `gone` has happened, after which none comes any more. Rejects
 * when the signal aborts. With each record the supervisor touches `attempt.json`, which is watched: in the folder
 * itself every line that the job prints would wake the runner.
 */
export async function waitForRecord(
  folder: string,
  names: readonly (keyof Records)[],
  gone: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let bell = Promise.withResolvers<void>();
  let over = false;
  const ring = (): void => bell.resolve();
  const watcher = watch(recordPath(folder, 'attempt'), ring);
  watcher.on('error', ring);
  signal.addEventListener('abort', ring);
  const end = (): void => {
    over = true;
    ring();
  };
  // It rejects only when the runner leaves, which the signal tells as well.
  gone.then(end, ring);
  try {
    for (;;) {
      bell = Promise.withResolvers();
      const last = over;
      if (last || names.some((name) => hasRecord(folder, name))) return;
      signal.throwIfAborted();
      await bell.promise;
    }
  } finally {
    watcher.close();
    signal.removeEventListener('abort', ring);
  }
}
