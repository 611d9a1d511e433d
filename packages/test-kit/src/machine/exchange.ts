import type { ServerResponse } from 'node:http';
import type { Fault } from './fault.ts';
import type { Pace } from './generate.ts';
import type { Manner } from './plan.ts';
import type { Live, MachineRecord } from './record.ts';
import type { Inside } from './route.ts';
import type { Wire } from './wire.ts';

/** One request on its way through the machine, with everything that it needs there. */
export interface Exchange {
  readonly inside: Inside;
  readonly record: MachineRecord;
  readonly manner: Manner;
  readonly pace: Pace;
  readonly seen: Live;
  readonly response: ServerResponse;
  readonly wire: Wire;
  readonly fault: Fault | null;
}

/** How a request for the model leaves the machine. */
export type End = 'finished' | 'aborted' | 'broken' | 'answered';
