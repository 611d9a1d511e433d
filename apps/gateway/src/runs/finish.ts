import { formatDuration } from '@hearth/estimator';
import type { AttemptEnded, Next as Settled, Run } from '@hearth/queue';
import { afterAttempt, deathNotice, isNoop } from '@hearth/scheduler';
import type { AttemptId, Bytes, Ending, Epoch, Seconds } from '@hearth/words';

import type { RunsContext } from './context.ts';

/** How an attempt ended, and what else was known to be wrong then. */
export interface Finish {
  readonly attemptId: AttemptId;
  readonly epoch: Epoch;
  readonly ending: Ending;
  readonly duration: Seconds | null;
  readonly outputBytes: Bytes | null;
  readonly lastOutput: string | null;
  /** "probe nas is down"; null where nothing outside the job was at fault. */
  readonly excuse: string | null;
}

/** Ends an attempt, decides what becomes of its run, and says it aloud. */
export function finish(context: RunsContext, { excuse, ...report }: Finish): AttemptEnded {
  const { queue, estimates, look } = context;
  const now = context.now();
  const ended = queue.endAttempt({ ...report, now }, (run) =>
    decide(context, run, report.ending, excuse),
  );
  if (ended.ok && !ended.repeated) {
    estimates.changed(ended.run.job);
    context.log(sentence(ended.run, report));
    const { id, job, state, note } = ended.run;
    if (state === 'dead') context.tell(deathNotice(id, job, note));
    look();
  }
  return ended;
}

function decide(context: RunsContext, run: Run, ending: Ending, excuse: string | null): Settled {
  const job = context.manifest.jobs.get(run.job);
  if (job === undefined) {
    return ending.outcome === 'exited' && ending.code === 0
      ? { state: 'succeeded' }
      : { state: 'cancelled', note: 'its job is no longer in the manifest' };
  }
  const next = afterAttempt(job, {
    ending,
    excuse,
    now: context.now(),
    failures: run.failures,
    interruptions: run.interruptions,
    firstFailedAt: run.firstFailedAt,
    random: context.random(),
  });
  return next.state === 'succeeded' ? { ...next, noop: isNoop(job, ending.code) } : next;
}

function sentence(run: Run, { duration, ending }: Pick<Finish, 'duration' | 'ending'>): string {
  const took = duration === null ? '' : ` after ${formatDuration(duration)}`;
  const who = `run ${run.id} (${run.job})`;
  switch (run.state) {
    case 'succeeded':
      return `${who} succeeded${took}; see: hearth show ${run.id}`;
    case 'dead':
      return `${who} is dead: ${run.note ?? ending.outcome}; see: hearth logs ${run.id}`;
    case 'cancelled':
      return `${who} was cancelled: ${run.note ?? ending.outcome}`;
    case 'scheduled':
    case 'ready':
      return `${who} will be tried again: ${run.note ?? ending.outcome}; see: hearth why ${run.id}`;
    case 'running':
    case 'skipped':
      return `${who} is ${run.state}`;
  }
}
