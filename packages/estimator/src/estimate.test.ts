import { instant, runId, seconds } from '@hearth/words';
import { describe, expect, it } from 'vitest';
import { estimate } from './estimate.ts';
import { completed, endOf, past, rules } from './histories.test.data.ts';
import type { PastRun } from './past-run.ts';
import type { EstimateRules, Rule } from './rules.ts';

const DAY = 86_400_000;

function by(rule: Rule, history: readonly PastRun[], more: Partial<EstimateRules> = {}) {
  return estimate(history, rules(rule, more), endOf(history));
}

/** So many runs of 5 s after the run 1, spread evenly over the milliseconds that follow it. */
function quietRuns(count: number, over: number): PastRun[] {
  const from = past(1, 0, 'completed').endedAt;
  return Array.from({ length: count }, (_, index): PastRun => {
    const endedAt = instant(from + (over * (index + 1)) / count);
    return { ...past(index + 2, 5, 'completed'), endedAt };
  });
}

describe('last-five', () => {
  it('promises the longest of {5, 6, 1277} and shows the median beside it', () => {
    const found = by('last-five', completed(5, 6, 1277));
    expect(found.promise).toBe(1277);
    expect(found.typical).toBe(6);
    expect(found.completed).toBe(3);
    expect(found.because).toEqual({ kind: 'longest-of-last-five', runId: 3, of: 3 });
  });

  it('promises the longest of {5, 1277}, whose median lies halfway', () => {
    const found = by('last-five', completed(5, 1277));
    expect(found.promise).toBe(1277);
    expect(found.typical).toBe(641);
  });

  it('loses the long run after five quiet ones, and says so before and after', () => {
    const three = by('last-five', completed(5, 1277, 5, 5, 5));
    expect(three).toMatchObject({ promise: 1277, warning: null });
    const four = by('last-five', completed(5, 1277, 5, 5, 5, 5));
    expect(four.promise).toBe(1277);
    expect(four.warning).toMatchObject({ runId: 2, quiet: 4, evicted: false });
    const five = by('last-five', completed(5, 1277, 5, 5, 5, 5, 5));
    expect(five.promise).toBe(5);
    expect(five.warning).toMatchObject({ runId: 2, quiet: 5, evicted: true });
  });

  it('names the newest of several runs that were equally long', () => {
    const found = by('last-five', completed(30, 30, 7));
    expect(found.because).toMatchObject({ runId: 2 });
  });

  it('looks at five completed runs and no further', () => {
    expect(by('last-five', completed(900, 800, 1, 1, 1, 1)).promise).toBe(800);
  });

  it('is not lowered or raised by a run that failed, found nothing to do, or was ended by someone', () => {
    const others = (['noop', 'failed', 'other'] as const).flatMap((result, index) => [
      past(10 + index, 1, result),
      past(20 + index, 5000, result),
    ]);
    const found = by('last-five', [...completed(60, 70), ...others]);
    expect(found).toMatchObject({ promise: 70, completed: 2, typical: 65 });
  });
});

describe('with little or no history', () => {
  it('promises what the job declares', () => {
    const found = by('last-five', [], { expect: seconds(1200) });
    expect(found).toMatchObject({ promise: 1200, because: { kind: 'expect' }, typical: null });
  });

  it('promises the timeout when the job declares nothing, and the ceiling when no timeout is given', () => {
    const limits = { timeout: seconds(2700), ceiling: seconds(2710) };
    const because = { kind: 'timeout', clipped: null };
    expect(by('last-five', [], limits)).toMatchObject({ promise: 2700, because });
    const ceiling = { ceiling: seconds(2710) };
    expect(by('long-memory', [], ceiling)).toMatchObject({ promise: 2710, because });
  });

  it('counts what the job declares as one of the five until five runs have completed', () => {
    const declared = { expect: seconds(1200) };
    for (const rule of ['last-five', 'long-memory'] as const) {
      expect(by(rule, completed(5, 5, 5, 5), declared)).toMatchObject({ promise: 1200 });
      expect(by(rule, completed(5, 5, 5, 5, 5), declared)).toMatchObject({ promise: 5 });
      expect(by(rule, completed(1300), declared)).toMatchObject({ promise: 1300 });
    }
  });
});

describe('long-memory', () => {
  it('keeps the long run through five quiet ones, and has nothing to warn of', () => {
    const found = by('long-memory', completed(5, 1277, 5, 5, 5, 5, 5));
    expect(found).toMatchObject({ promise: 1277, warning: null });
    expect(found.because).toEqual({ kind: 'remembered', runId: 2 });
    expect(found.lastFive).toMatchObject({ promise: 5, because: { runId: 7 } });
  });

  it('lets a run go once five later ones were at least a quarter as long', () => {
    const history = completed(1000, 250, 250, 250, 3, 250);
    expect(by('long-memory', history).promise).toBe(1000);
    expect(by('long-memory', [...history, past(7, 250, 'completed')]).promise).toBe(250);
  });

  it('is not counted down by later runs that are just under a quarter as long', () => {
    expect(by('long-memory', completed(1000, 249, 249, 249, 249, 249)).promise).toBe(1000);
  });

  it('lets a run go that is more than a hundred runs and more than thirty days old, and not before both', () => {
    const long = past(1, 1277, 'completed');
    const promise = (count: number, over: number) =>
      by('long-memory', [long, ...quietRuns(count, over)]).promise;
    expect(promise(300, 30 * DAY)).toBe(1277);
    expect(promise(99, 400 * DAY)).toBe(1277);
    expect(promise(100, 30 * DAY + 1000)).toBe(5);
  });

  it('lets a run go that a wrong clock has dated into the future', () => {
    const dated: PastRun = {
      ...past(1, 1277, 'completed'),
      endedAt: instant(Date.UTC(2098, 0, 1)),
    };
    const days = Array.from({ length: 120 }, (_, index): PastRun => {
      const run = past(index + 2, 5, 'completed');
      return { ...run, endedAt: instant(run.endedAt + index * DAY) };
    });
    expect(by('long-memory', [dated, ...days]).promise).toBe(5);
  });
});

describe('an attempt that a window stopped', () => {
  it('raises the promise to twice what it was given', () => {
    const found = by('last-five', [...completed(60), past(2, 400, 'stopped')]);
    expect(found.promise).toBe(800);
    const because = { kind: 'stopped', runId: 2, after: 400, limitedByGap: false };
    expect(found.because).toEqual(because);
  });

  it('never lowers it', () => {
    expect(by('last-five', [...completed(900), past(2, 400, 'stopped')]).promise).toBe(900);
  });

  it('leaves a minute of the longest gap, so that the run can start in it', () => {
    const history = [...completed(60), past(2, 40_000, 'stopped')];
    const found = by('last-five', history, { longestGap: seconds(55_800) });
    expect(found.promise).toBe(55_740);
    expect(found.because).toMatchObject({ limitedByGap: true });
    expect(by('last-five', history, { longestGap: seconds(600) }).promise).toBe(570);
  });

  it('is answered by its own run, however short that was the second time', () => {
    const history = [...completed(60, 60), past(3, 400, 'stopped'), past(3, 10, 'completed')];
    expect(by('last-five', history).promise).toBe(60);
    expect(by('long-memory', history).promise).toBe(60);
  });

  it('is answered by another run at least a quarter as long, and not by a shorter one', () => {
    const history = [...completed(60, 60), past(3, 400, 'stopped')];
    expect(by('last-five', [...history, past(4, 99, 'completed')]).promise).toBe(800);
    expect(by('last-five', [...history, past(4, 100, 'completed')]).promise).toBe(100);
  });

  it('is outlived by five completed runs under last-five, and not under long-memory', () => {
    const quiet = completed(5, 5, 5, 5, 5).map((run, index) =>
      past(2 + index, run.duration, 'completed'),
    );
    const history = [past(1, 400, 'stopped'), ...quiet];
    expect(by('last-five', history.slice(0, 5)).promise).toBe(800);
    expect(by('last-five', history).promise).toBe(5);
    expect(by('long-memory', history).promise).toBe(800);
  });

  it('counts with the longest of several in a row', () => {
    const history = [past(1, 10, 'stopped'), past(1, 300, 'stopped'), past(1, 20, 'stopped')];
    expect(by('last-five', history, { expect: seconds(5) }).promise).toBe(600);
  });
});

describe('limits', () => {
  it('never promises more than the ceiling, and says what was cut', () => {
    const found = by('last-five', completed(5000), { ceiling: seconds(2710) });
    expect(found.promise).toBe(2710);
    const clipped = { kind: 'longest-of-last-five', runId: 1, of: 1 };
    expect(found.because).toEqual({ kind: 'timeout', clipped });
    const stopped = by('last-five', [past(1, 2000, 'stopped')], { ceiling: seconds(2710) });
    expect(stopped.promise).toBe(2710);
  });

  it('drops the runs that the operator has forgotten, the stopped attempts of them too', () => {
    const history = [...completed(5, 1277), past(3, 4000, 'stopped')];
    const forgotten = new Set([runId(2), runId(3)]);
    expect(by('last-five', history, { forgotten })).toMatchObject({ promise: 5, completed: 1 });
  });
});
