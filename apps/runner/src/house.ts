import type { RunnerClient } from '@hearth/client/runner';

import type { Environment } from './environment.ts';
import type { Log } from './log.ts';
import type { Place } from './place.ts';
import type { PlaceKind } from './records.ts';

/** What every attempt of one runner shares. */
export interface House {
  /** The runner's own name. */
  readonly name: string;
  readonly client: RunnerClient;
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
  /** So many bytes of the output of a run are kept. */
  readonly outputCap: number;
  /** Claims nothing more of a class, for this reason, until it is mended. */
  readonly refuse: (className: string, reason: string) => void;
  readonly log: Log;
  /** Aborts as the runner leaves: whatever waits gives up, and the jobs go on without it. */
  readonly leaving: AbortSignal;
}
