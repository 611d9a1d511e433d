import type { Instant } from '@hearth/words';

import type { Door } from '../calls/door.ts';
import type { Errands } from '../errands/desk.ts';
import type { RunsContext } from '../runs/context.ts';

/** What the routes of hearth's own API work with. */
export interface RoutesContext {
  readonly runs: RunsContext;
  readonly door: Pick<Door, 'machines' | 'counts' | 'figures' | 'foresee' | 'capWithout' | 'flush'>;
  readonly errands: Pick<Errands, 'take' | 'report'>;
  /** The folder of the queue. */
  readonly dataFolder: string;
  /** The folder under which the runner keeps attempts and their output. */
  readonly attemptsFolder: string;
  readonly version: string;
  readonly startedAt: Instant;
  readonly clockTrusted: () => boolean;
  /** Ends when the gateway does: held requests give up. */
  readonly closing: AbortSignal;
}
