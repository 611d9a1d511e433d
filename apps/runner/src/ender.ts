import { spoken } from './evidence.ts';
import type { House } from './house.ts';
import { because, named } from './log.ts';
import { endJob, type Place } from './place.ts';
import { uptime } from './process-table.ts';
import {
  readRecord,
  writeRecord,
  type AttemptRecord,
  type StartedRecord,
  type StopReason,
  type StopRecord,
} from './records.ts';
import { attemptFolder } from './start.ts';

/** Ends the processes of one attempt. */
export class Ender {
  readonly #house: House;
  readonly #attempt: AttemptRecord;
  readonly #where: StartedRecord;
  readonly #place: Place;
  readonly #folder: string;
  #record: StopRecord | null;

  constructor(house: House, attempt: AttemptRecord, where: StartedRecord) {
    this.#house = house;
    this.#attempt = attempt;
    this.#where = where;
    this.#place = house.places[attempt.place];
    this.#folder = attemptFolder(house, attempt.attempt_id);
    this.#record = readRecord(this.#folder, 'stop');
  }

  /** That hearth ended it, by this runner or the one before; null when it did not. */
  get record(): StopRecord | null {
    return this.#record;
  }

  /** Ends the attempt for that reason. Resolves when none of its processes is left. */
  async stop(reason: StopReason): Promise<void> {
    this.#house.log(`stopping ${named(this.#attempt)}: ${WHY[reason]}`);
    // What an earlier runner began is carried on, for its reason.
    await this.#remember(this.#record ?? asked(reason));
    await this.#end();
    if (this.#record !== null) await this.#remember({ ...this.#record, gone_at: now() }, false);
  }

  /** Ends what outlived the process of the attempt. Resolves to how many there were, when none is left. */
  async sweep(): Promise<number> {
    const left = this.#place.members(this.#where).length;
    if (left === 0) return 0;
    this.#house.log(
      `${named(this.#attempt)} is over and left ${left} of its processes: stopping them`,
    );
    await this.#end();
    return left;
  }

  async #end(): Promise<void> {
    const { grace_seconds: graceSeconds } = this.#attempt;
    await endJob(this.#place, this.#where, {
      graceSeconds,
      signal: this.#house.leaving,
      onKill: async () => {
        const grace = spoken(graceSeconds);
        this.#house.log(
          `${named(this.#attempt)} did not end within ${grace} of SIGTERM: killing it`,
        );
        if (this.#record === null) return;
        await this.#remember({ ...this.#record, killed_at: now() });
      },
    });
  }

  /** A disk that is full must not keep a job from being stopped: then only this runner knows. */
  async #remember(record: StopRecord, durable = true): Promise<void> {
    this.#record = record;
    try {
      await writeRecord(this.#folder, 'stop', record, durable);
    } catch (error) {
      this.#house.log(`cannot write why ${named(this.#attempt)} is stopped: ${because(error)}`);
    }
  }
}

function asked(reason: StopReason): StopRecord {
  return {
    reason,
    asked_uptime_seconds: uptime(),
    asked_at: now(),
    killed_at: null,
    gone_at: null,
  };
}

/** By the clock on the wall, to a tenth of a second at least. */
function now(): string {
  return new Date().toISOString();
}

const WHY: Readonly<Record<StopReason, string>> = {
  timeout: 'its timeout has passed',
  stopped_by_person: 'a person wants it',
  stopped_by_window: 'a reserving window opens',
  shutdown: 'the runner is shut down',
  stale: 'the gateway says that it is no longer ours',
};
