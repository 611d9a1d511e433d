/**
 * From the history of a job to the promise that is made for its next run, and why.
 *
 * Everything here is a plain function of what is passed in: the past runs of one job, the rules that its
 * manifest declares, and the time. Start reading at `estimate.ts`; `learn.ts` holds what is kept of a history.
 */
export { backtest, type BacktestReport, type Breach } from './backtest.ts';
export { estimate, type Because, type Estimate, type Evidence, type Promised } from './estimate.ts';
export { explain } from './explain.ts';
export { fits } from './fits.ts';
export { formatDuration } from './format-duration.ts';
export type { PastRun } from './past-run.ts';
export { promiseFor } from './promise-for.ts';
export { remaining } from './remaining.ts';
export { REMEMBERED_FOR, REMEMBERED_RUNS, RULES, type EstimateRules, type Rule } from './rules.ts';
export { explainWarning, type Warning } from './warn.ts';
