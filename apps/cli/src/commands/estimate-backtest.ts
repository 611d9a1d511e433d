import { backtest, RULES, type BacktestReport, type PastRun } from '@hearth/estimator';
import type { JobEstimate } from '@hearth/wire';
import { instant, runId, seconds } from '@hearth/words';

import { say, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';
import { table } from '../show/table.ts';
import { DASH, lasting } from '../show/when.ts';

/** `hearth estimate JOB --backtest`: what each rule would have promised over the job's own history, and what came of it. */
export function compareRules(io: Io, estimate: JobEstimate): void {
  const job = plain(estimate.job);
  const reports = backtest(
    estimate.history.map(pastRun),
    // What the manifest adds to a promise is left out here: the rules alone are compared.
    RULES.map((rule) => ({ rule, expect: null, ceiling: seconds(Infinity), longestGap: null })),
  );
  if (reports.every(({ promises }) => promises === 0)) {
    say(io, `There is nothing to compare yet: two runs of ${job} must have completed.`);
    return;
  }
  table(
    io,
    [
      { title: 'rule' },
      { title: 'promises', right: true },
      { title: 'broken', right: true, mark: (text) => (text === '0' ? null : 'yellow') },
      { title: 'share', right: true },
      { title: 'promised', right: true },
      { title: 'used', right: true },
      { title: 'worst' },
    ],
    reports.map((report) => [
      report.rule,
      String(report.promises),
      String(report.broken),
      percent(report.brokenShare),
      lasting(report.promised),
      lasting(report.used),
      worstWords(report),
    ]),
  );
  say(io, '', ...reading(job, estimate.rule, reports));
}

function pastRun(run: JobEstimate['history'][number]): PastRun {
  return {
    runId: runId(run.run_id),
    endedAt: instant(Date.parse(run.ended_at)),
    duration: seconds(run.duration_seconds),
    result: resultOf(run.result),
  };
}

function resultOf(text: string): PastRun['result'] {
  const known = (['completed', 'noop', 'failed', 'stopped'] as const).find((one) => one === text);
  return known ?? 'other';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

function worstWords({ worst }: BacktestReport): string {
  if (worst === null) return DASH;
  const over = worst.duration - worst.promise;
  return `run ${worst.runId} took ${lasting(worst.duration)}, ${lasting(over)} too long`;
}

/** What the table comes to, for whoever has to choose. */
function reading(job: string, rule: string, reports: readonly BacktestReport[]): string[] {
  const mine = reports.find((report) => report.rule === rule);
  const other = reports.find((report) => report.rule !== rule);
  if (mine === undefined || other === undefined) return [];
  const has = `${job} has the rule ${mine.rule}`;
  const [fewer, dearer] = [mine.broken - other.broken, other.promised - mine.promised];
  if (fewer === 0 && dearer === 0) {
    return [`${has}. Both come to the same here, so there is nothing to choose between them.`];
  }
  const broken = fewer === 0 ? 'as many' : `${Math.abs(fewer)} ${fewer > 0 ? 'fewer' : 'more'}`;
  const price =
    dearer === 0
      ? 'as long ones'
      : `ones that come to ${lasting(Math.abs(dearer))} ${dearer > 0 ? 'more' : 'less'}`;
  const told = `${has}. ${other.rule} would have broken ${broken}, with ${price} in all.`;
  if (fewer < 0 || (fewer === 0 && dearer > 0))
    return [told, `${mine.rule} is the better one here.`];
  const choose = `"estimate: { rule: ${other.rule} }" in its entry chooses it`;
  return dearer > 0
    ? [told, `A longer promise waits for a longer gap before a window; ${choose}.`]
    : [told, `${other.rule} is the better one here; ${choose}.`];
}
