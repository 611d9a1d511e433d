import type { Manifest } from '@hearth/manifest';
import type { Queue } from '@hearth/queue';
import type { BudgetName, Instant, MachineName } from '@hearth/words';

import type { Identities } from '../http/caller.ts';
import type { RateBook } from '../machines/rate-book.ts';
import type { Watch } from '../machines/watch.ts';
import type { Desk } from './desk.ts';
import type { Ledger } from './ledger.ts';
import type { LiveCall } from './live-call.ts';
import type { BodyReader } from './read-body.ts';
import type { Recorder } from './record.ts';
import type { Sender } from './send.ts';
import type { Typical } from './typical.ts';

/** All that the calling half of the gateway works with. Made once, by `door.ts`. */
export interface CallsContext {
  readonly manifest: Manifest;
  readonly queue: Queue;
  readonly identities: Identities;
  readonly desk: Desk;
  readonly watch: Watch;
  readonly senders: ReadonlyMap<MachineName, Sender>;
  readonly rates: RateBook;
  readonly ledger: Ledger;
  readonly typical: Typical;
  readonly recorder: Recorder;
  readonly bodies: BodyReader;
  /** Every call whose record is open. */
  readonly live: Set<LiveCall>;
  readonly now: () => Instant;
  /** Never goes back and never jumps; admission and all timers go by it. */
  readonly steady: () => Instant;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
  /** A machine or a budget is not as it was: whoever schedules runs should look again. */
  readonly changed: () => void;
  /** Tells admission what is left of a budget. */
  readonly tellBudget: (budget: BudgetName) => void;
}
