import type { Job } from '@hearth/manifest';
import { endedReportSchema, type EndedReport } from '@hearth/wire';
import { bytes, EX_TEMPFAIL, epoch, name, seconds, type AttemptId } from '@hearth/words';

import type { Route } from '../http/env.ts';
import { readBody } from '../http/read-body.ts';
import type { RunsContext } from '../runs/context.ts';
import { finish } from '../runs/finish.ts';
import type { RoutesContext } from './context.ts';
import { refuseReport } from './refuse-report.ts';

/** `POST /runners/:name/attempts/:id/ended`: how an attempt ended, with the proof. Said twice, the first time stands. */
export function ended({ runs }: RoutesContext): Route {
  return async (context) => {
    const report = await readBody(context, endedReportSchema);
    const attemptId = name<AttemptId>(context.req.param('id') ?? '');
    const result = finish(runs, {
      attemptId,
      epoch: epoch(report.epoch),
      ending: report,
      duration: report.duration_seconds === null ? null : seconds(report.duration_seconds),
      outputBytes: bytes(report.output_bytes),
      lastOutput: report.last_output,
      excuse: await excuseFor(runs, attemptId, report),
    });
    if (!result.ok) throw refuseReport(result.reason);
    return context.body(null, 204);
  };
}

/** Looks for a fault outside the job where an attempt failed: a need that is down now, or a call that hearth itself cut. */
async function excuseFor(
  runs: RunsContext,
  attemptId: AttemptId,
  report: EndedReport,
): Promise<string | null> {
  const attempt = runs.queue.attempt(attemptId);
  const job = attempt === null ? undefined : runs.manifest.jobs.get(attempt.job);
  if (attempt === null || job === undefined || !mayBeExcused(job, report)) return null;
  const cut = runs.excuse(attempt.runId, attempt.claimedAt);
  if (cut !== null) return cut;
  const [down] = await runs.probes.lookNow(job.needs);
  if (down === undefined) return null;
  return `probe ${down.probe} is down${down.detail === null ? '' : ` (${down.detail})`}`;
}

/** Only what counts as the job's own failure needs an excuse. */
function mayBeExcused(job: Job, { outcome, code }: EndedReport): boolean {
  switch (outcome) {
    case 'exited':
      return (
        code !== 0 && code !== EX_TEMPFAIL && !(code !== null && job.estimate.noop.includes(code))
      );
    case 'signalled':
    case 'timeout':
      return true;
    case 'oom':
    case 'not_started':
    case 'stopped_by_window':
    case 'stopped_by_person':
    case 'shutdown':
    case 'lost':
      return false;
  }
}
