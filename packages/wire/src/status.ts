import * as v from 'valibot';

import { machineStatusSchema, type MachineStatus } from './call.ts';
import { runnerStatusSchema, type RunnerStatus } from './runner.ts';
import { instantText, wholeNumber } from './scalars.ts';

/** What `GET /status` answers: the house at a glance. */
export interface Status {
  readonly version: string;
  readonly started_at: string;
  readonly timezone: string;
  /** Schedules wait until the clock is synchronised; false while they do. */
  readonly clock_trusted: boolean;
  readonly runs: {
    readonly scheduled: number;
    readonly ready: number;
    readonly running: number;
    readonly dead: number;
  };
  readonly calls: {
    readonly waiting: number;
    readonly running: number;
    /** Cancelled, while their machine may still be at work on them. */
    readonly draining: number;
  };
  readonly classes: readonly {
    readonly name: string;
    readonly concurrency: number;
    readonly running: number;
  }[];
  readonly probes: readonly {
    readonly name: string;
    readonly state: 'up' | 'down' | 'unknown';
    readonly since: string | null;
    readonly detail: string | null;
  }[];
  readonly runners: readonly RunnerStatus[];
  readonly machines: readonly MachineStatus[];
}

export const statusSchema: v.GenericSchema<Status> = v.object({
  version: v.string(),
  started_at: instantText,
  timezone: v.string(),
  clock_trusted: v.boolean(),
  runs: v.object({
    scheduled: wholeNumber,
    ready: wholeNumber,
    running: wholeNumber,
    dead: wholeNumber,
  }),
  calls: v.object({ waiting: wholeNumber, running: wholeNumber, draining: wholeNumber }),
  classes: v.array(v.object({ name: v.string(), concurrency: wholeNumber, running: wholeNumber })),
  probes: v.array(
    v.object({
      name: v.string(),
      state: v.picklist(['up', 'down', 'unknown']),
      since: v.nullable(instantText),
      detail: v.nullable(v.string()),
    }),
  ),
  runners: v.array(runnerStatusSchema),
  machines: v.array(machineStatusSchema),
});

/** What `POST /backup` answers. */
export interface Backup {
  /** The copy, on the gateway's machine. */
  readonly path: string;
  readonly bytes: number;
}

export const backupSchema: v.GenericSchema<Backup> = v.object({
  path: v.string(),
  bytes: wholeNumber,
});
