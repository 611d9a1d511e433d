import type { Instant, Priority, RunId, RunState } from '@hearth/words';
import { between, isTerminal } from '@hearth/words';
import { formatDuration } from '@hearth/estimator';

import type { Head, House, JobStanding } from './house.ts';
import { obstacles } from './obstacles.ts';
import { sentence, type Told } from './sentence.ts';

/** A reason why a run has not started, with its stable code. */
export interface Reason extends Told {
  readonly code: string;
}

/** The whole answer to "why does this run not start?". */
export interface Explanation {
  readonly verdict: 'running' | 'over' | 'next' | 'waiting' | 'never';
  readonly message: string;
  readonly reasons: readonly Reason[];
}

/** The run that is asked about. */
export interface AskedRun {
  readonly id: RunId;
  readonly state: RunState;
  readonly priority: Priority;
  readonly runAt: Instant;
  /** How it came to its state: "failed: exit code 3". */
  readonly note: string | null;
}

/**
 * All reasons why a run has not started, from the same predicates as the claim. `standing` is null where its job is no
 * longer declared; `ahead` are the heads that would be chosen before it, in order.
 */
export function why(
  run: AskedRun,
  standing: JobStanding | null,
  ahead: readonly Head[],
  house: House,
): Explanation {
  if (run.state === 'running') {
    return { verdict: 'running', message: `run ${run.id} is running`, reasons: [] };
  }
  if (isTerminal(run.state)) {
    const message = `run ${run.id} is over: ${run.state}${run.note === null ? '' : ` (${run.note})`}`;
    return { verdict: 'over', message, reasons: [] };
  }
  if (standing === null) {
    const reason: Reason = {
      code: 'not_declared',
      message: 'its job is no longer in the manifest',
      until: null,
      never: true,
      mend: 'declare the job again, or cancel the run',
    };
    return { verdict: 'never', message: `run ${run.id} can never start`, reasons: [reason] };
  }
  const reasons = [
    ...notDue(run, house),
    ...obstacles(standing, run.priority, house).map((obstacle) => ({
      code: obstacle.kind,
      ...sentence(obstacle, house),
    })),
    ...behind(ahead),
  ];
  if (reasons.length === 0) {
    return { verdict: 'next', message: `nothing holds run ${run.id}: it is next`, reasons };
  }
  return reasons.some((reason) => reason.never)
    ? { verdict: 'never', message: `run ${run.id} can never start as things are declared`, reasons }
    : { verdict: 'waiting', message: `run ${run.id} waits`, reasons };
}

function notDue(run: AskedRun, house: House): Reason[] {
  if (run.state !== 'scheduled' || run.runAt <= house.now) return [];
  const wait = formatDuration(between(house.now, run.runAt));
  const because = run.note === null ? '' : ` (${run.note})`;
  return [
    {
      code: 'not_due',
      message: `it is due in ${wait}${because}`,
      until: run.runAt,
      never: false,
      mend: null,
    },
  ];
}

function behind(ahead: readonly Head[]): Reason[] {
  const [first] = ahead;
  if (first === undefined) return [];
  const more = ahead.length === 1 ? '' : ` and ${ahead.length - 1} more`;
  const message = `run ${first.run} (${first.job}, ${first.priority})${more} goes first`;
  return [{ code: 'behind', message, until: null, never: false, mend: null }];
}
