import type { Run } from '@hearth/queue';
import type { ShownState } from '@hearth/words';

import type { RunsContext } from './context.ts';

/** The state that people see: a ready run whose job has a need that is down is parked. Nothing is stored of that. */
export function shownState({ manifest, probes }: RunsContext, run: Run): ShownState {
  if (run.state !== 'ready') return run.state;
  const needs = manifest.jobs.get(run.job)?.needs ?? [];
  const standings = probes.standings();
  return needs.some((probe) => standings.get(probe)?.state === 'down') ? 'parked' : 'ready';
}
