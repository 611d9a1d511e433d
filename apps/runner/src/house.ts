import type { HearthClient } from '@hearth/client';

import type { Environment } from './environment.ts';
import type { Log } from './log.ts';
import type { Place } from './place.ts';
import type { PlaceKind } from './records.ts';

/** What every attempt of one runner shares. */
export interface House {
  /** The runner's own name. */
  readonly name: string;
  readonly client: HearthClient['runner'];
  /** Absolute path of the runner's own folder: `attempts/` and `jobs/` are in it. */
  readonly folder: string;
  /** The kernel's id of this boot. */
  readonly boot: string;
  /** Where new attempts run. */
  readonly place: Place;
  /** Every place, for attempts that an earlier runner started. */
  readonly places: Readonly<Record<PlaceKind, Place>>;
  /** The runner's own environment. */
  readonly environment: Environment;
  readonly log: Log;
  /** Aborts as the runner leaves: whatever waits gives up, and the jobs go on without it. */
  readonly leaving: AbortSignal;
}
