import type { Assignment, EndedReport, HeldAttempt } from '@hearth/wire';

import { deliver, type Delivery } from './deliver.ts';
import { spoken } from './evidence.ts';
import { follow, type Ended } from './follow.ts';
import type { House } from './house.ts';
import { because, named } from './log.ts';
import { readOutput } from './output.ts';
import {
  hasRecord,
  markReported,
  readRecord,
  type AttemptRecord,
  type StartedRecord,
  type StopReason,
} from './records.ts';
import { attemptFolder, start, type Fault, type Supervisor } from './start.ts';

/** One attempt that the runner holds, from its start or its discovery until the gateway knows its end. */
export class Attempt {
  readonly record: AttemptRecord;
  /** Resolves when its processes are proven gone. Rejects when the runner leaves before. */
  readonly gone: Promise<void>;
  /** Resolves when there is nothing more to do for it. Rejects when the runner leaves before. */
  readonly over: Promise<void>;

  readonly #house: House;
  readonly #folder: string;
  readonly #stop = Promise.withResolvers<StopReason>();
  #stopping: StopReason | null = null;
  #living = true;
  #started: Promise<void> = Promise.resolve();

  private constructor(
    house: House,
    record: AttemptRecord,
    begin: () => Promise<Supervisor | Fault>,
  ) {
    this.#house = house;
    this.record = record;
    this.#folder = attemptFolder(house, record.attempt_id);
    const ended = this.#carryOut(begin);
    this.gone = settled(ended);
    // Nobody need wait for it; `over` rejects along with it.
    this.gone.catch(() => {});
    this.over = this.#tell(ended);
  }

  /** Starts what the gateway has given, once `others` are gone: never two attempts of a run at once. */
  static start(house: House, assignment: Assignment, others: readonly Attempt[]): Attempt {
    const record: AttemptRecord = {
      run_id: assignment.run_id,
      attempt_id: assignment.attempt_id,
      epoch: assignment.epoch,
      job: assignment.job,
      class: assignment.class,
      place: house.place.kind,
      timeout_seconds: assignment.timeout_seconds,
      grace_seconds: assignment.grace_seconds,
      memory_bytes: assignment.memory_bytes,
    };
    return new Attempt(house, record, async () => {
      await Promise.all(others.map(({ gone }) => gone));
      return start(house, assignment, record);
    });
  }

  /** Goes on with one that an earlier runner started. */
  static adopt(house: House, record: AttemptRecord, supervisor: Supervisor): Attempt {
    return new Attempt(house, record, () => Promise.resolve(supervisor));
  }

  /** True until its processes are proven gone: as long it has a place of its class. */
  get living(): boolean {
    return this.#living;
  }

  /** The attempt as a claim lists it. */
  get held(): HeldAttempt {
    const { attempt_id, epoch } = this.record;
    return { attempt_id, epoch, stopping: this.#stopping !== null };
  }

  /** Has it ended; the first reason stands. False when it is being ended already. */
  stop(reason: StopReason): boolean {
    if (this.#stopping !== null) return false;
    this.#stopping = reason;
    this.#stop.resolve(reason);
    return true;
  }

  async #carryOut(begin: () => Promise<Supervisor | Fault>): Promise<Ended> {
    const begun = await begin();
    const ended = 'fault' in begun ? notStarted(begun.fault) : await this.#follow(begun);
    this.#living = false;
    return ended;
  }

  #follow(supervisor: Supervisor): Promise<Ended> {
    return follow(this.#house, this.record, {
      supervisor,
      stop: this.#stop.promise,
      onStopping: () => (this.#stopping ??= 'timeout'),
      onStarted: (where) => {
        const { attempt_id } = this.record;
        this.#house.log(`${named(this.record)} runs, attempt ${attempt_id}, process ${where.pid}`);
        this.#started = this.#tellStart(where);
        // It is awaited before the end is told; the runner may leave before that.
        this.#started.catch(() => {});
      },
    });
  }

  async #tellStart(where: StartedRecord): Promise<void> {
    const { name, client, places } = this.#house;
    const { attempt_id, epoch, place } = this.record;
    const report = { epoch, place: places[place].label(this.record, where) };
    const delivery = await deliver(
      `the start of ${named(this.record)}`,
      (signal) => client.started(name, attempt_id, report, { signal }),
      { signal: this.#house.leaving, log: this.#house.log },
    );
    if (delivery === 'stale') this.stop('stale');
  }

  /** Tells the gateway how it ended, and marks it as told. */
  async #tell(end: Promise<Ended>): Promise<void> {
    const { log } = this.#house;
    const run = named(this.record);
    const ended = await end;
    log(`${run} ended: ${inWords(ended)}`);
    this.#tellUncut();
    // The gateway hears of the start first, however late.
    await this.#started;
    if (this.#stopping === 'stale') {
      log(`${run} was no longer ours: what ran of it here is gone`);
    } else {
      const delivery = await this.#tellEnd(ended);
      if (delivery === 'stale') log(`the end of ${run} was not wanted: it is no longer ours`);
    }
    if (!hasRecord(this.#folder, 'attempt')) return;
    try {
      await markReported(this.#folder);
    } catch (error) {
      log(
        `cannot write that the end of ${run} has been told, so it will be told again: ${because(error)}`,
      );
    }
  }

  /** A file system on which no file can have a hole keeps all that its jobs print. */
  #tellUncut(): void {
    const uncut = readRecord(this.#folder, 'uncut');
    if (uncut === null) return;
    this.#house.log(
      `the output of ${named(this.record)} is kept whole, however much it is, because its middle cannot be dropped ` +
        `(${uncut.reason}): put the data folder on ext4, xfs or btrfs`,
    );
  }

  async #tellEnd({ ending, durationSeconds }: Ended): Promise<Delivery> {
    const { name, client, leaving, log } = this.#house;
    const { attempt_id, epoch } = this.record;
    const { bytes, last } = await readOutput(this.#folder);
    const report: EndedReport = {
      epoch,
      ...ending,
      duration_seconds: durationSeconds,
      output_bytes: bytes,
      // What a run that succeeded wrote is read from its log, by whoever wants it.
      last_output: ending.outcome === 'exited' && ending.code === 0 ? null : last,
    };
    return deliver(
      `the end of ${named(this.record)}`,
      (signal) => client.ended(name, attempt_id, report, { signal }),
      { signal: leaving, log },
    );
  }
}

async function settled(promise: Promise<unknown>): Promise<void> {
  await promise;
}

function notStarted(fault: string): Ended {
  return {
    ending: { outcome: 'not_started', code: null, signal: null, evidence: fault.slice(0, 1024) },
    durationSeconds: null,
  };
}

/** An end as the log says it. */
function inWords({ ending: { outcome, code, evidence }, durationSeconds }: Ended): string {
  const what = outcome === 'exited' ? `exited with code ${code}` : outcome.replaceAll('_', ' ');
  const time = durationSeconds === null ? '' : ` after ${spoken(durationSeconds)}`;
  return `${what}${time}${evidence === null || evidence === what ? '' : ` (${evidence})`}`;
}
