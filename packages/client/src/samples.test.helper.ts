import type { ClaimAnswer, Run } from '@hearth/wire';

/** A run that waits for its turn. */
export const RUN: Run = {
  id: 12,
  job: 'nightly-digest',
  priority: 'batch',
  state: 'ready',
  created_at: '2026-03-29T01:30:00.000Z',
  run_at: '2026-03-29T01:30:00.000Z',
  started_at: null,
  finished_at: null,
  failures: 0,
  interruptions: 0,
  retry_of: null,
  outcome: null,
  note: null,
  attempts: [],
};

/** What a claim gets while there is nothing to do. */
export const NOTHING: ClaimAnswer = { attempt: null, stop: [], errands: [] };
