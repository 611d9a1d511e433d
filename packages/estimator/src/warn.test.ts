import { describe, expect, it } from 'vitest';
import { estimate } from './estimate.ts';
import { completed, endOf, past, rules } from './histories.test.data.ts';
import { explainWarning } from './warn.ts';

function warningOf(...durations: readonly number[]) {
  const history = completed(...durations);
  return estimate(history, rules('last-five'), endOf(history)).warning;
}

describe('the warning of a bimodal history', () => {
  it('counts the quiet runs since the long one, not those that were like it', () => {
    const found = warningOf(1277, 400, 5, 5, 5, 5, 5, 5);
    expect(found).toMatchObject({ runId: 1, duration: 1277, quiet: 6, evicted: true });
  });

  it('is about the run that is next to go when none has gone yet', () => {
    expect(warningOf(5, 5, 5, 900, 5, 5, 5, 5)).toMatchObject({
      runId: 4,
      quiet: 4,
      evicted: false,
    });
  });

  it('is not given while a long run is still among the last five', () => {
    expect(warningOf(1277, 5, 5, 5, 5, 5, 1100)).toBeNull();
  });

  it('is not given while there are fewer than five runs, as nothing is about to go', () => {
    expect(warningOf(1277)).toBeNull();
    expect(warningOf(1277, 5, 5, 5)).toBeNull();
    expect(warningOf(1277, 5, 5, 5, 5)).toMatchObject({ quiet: 4, evicted: false });
  });

  it('is not given for runs that differ by less than a factor of four', () => {
    expect(warningOf(1000, 300, 300, 300, 300, 300)).toBeNull();
    expect(warningOf(1000, 250, 250, 250, 250)).toBeNull();
  });

  it('is not given for a first run that took a moment longer', () => {
    expect(warningOf(0.9, 0.1, 0.1, 0.1, 0.1, 0.1)).toBeNull();
    expect(warningOf(1.1, 0.1, 0.1, 0.1, 0.1, 0.1)).not.toBeNull();
  });

  it('goes when runs that found nothing to do say so', () => {
    const noops = [3, 4, 5, 6, 7].map((id) => past(id, 5, 'noop'));
    const history = [...completed(5, 1277), ...noops];
    const found = estimate(history, rules('last-five'), endOf(history));
    expect(found).toMatchObject({ promise: 1277, warning: null });
  });

  it('says what happened, what follows, and what can be done', () => {
    const before = warningOf(5, 1277, 5, 5, 5, 5);
    const after = warningOf(5, 1277, 5, 5, 5, 5, 5);
    expect(before && explainWarning(before)).toBe(
      'Run 2 took 21m17s; 4 completed runs since took less than 5m19s, and one more will make the promise forget it. ' +
        'Declare an exit code as noop for runs that find nothing to do, or use the rule long-memory; if run 2 was an accident, forget it.',
    );
    expect(after && explainWarning(after)).toContain(
      'Run 2 took 21m17s; 5 completed runs since took less than 5m19s, so the promise no longer allows for a run like it.',
    );
  });
});
