import { runId, seconds } from '@hearth/words';
import { expect, it } from 'vitest';
import { estimate, type Because } from './estimate.ts';
import { explain } from './explain.ts';
import { formatDuration } from './format-duration.ts';
import { completed, endOf, rules } from './histories.test.data.ts';

it('completes the sentence that tells why a run waits', () => {
  const history = completed(1200, 1277, 1100, 900, 1000);
  const found = estimate(history, rules('last-five'), endOf(history));
  expect(`the promise is ${formatDuration(found.promise)} (${explain(found)})`).toBe(
    'the promise is 21m17s (longest of the last five, run 2)',
  );
});

const run = runId(381);
const stopped = { kind: 'stopped', runId: run, after: seconds(638) } as const;
it.each<[Because, string]>([
  [{ kind: 'longest-of-last-five', runId: run, of: 1 }, 'the only completed run, run 381'],
  [{ kind: 'longest-of-last-five', runId: run, of: 3 }, 'longest of 3 completed runs, run 381'],
  [{ kind: 'remembered', runId: run }, 'longest that long-memory still counts, run 381'],
  [{ ...stopped, limitedByGap: false }, 'twice the 10m38s after which a window stopped run 381'],
  [
    { ...stopped, limitedByGap: true },
    'a window stopped run 381 after 10m38s, and no gap between windows holds twice that',
  ],
  [{ kind: 'expect' }, 'what the job declares, until five runs have completed'],
  [{ kind: 'timeout', clipped: null }, 'the timeout, as no run has completed yet'],
  [
    { kind: 'timeout', clipped: { kind: 'longest-of-last-five', runId: run, of: 5 } },
    'longest of the last five, run 381, cut to the timeout and its grace',
  ],
])('says of %o: %s', (because, text) => {
  expect(explain({ promise: seconds(1), because })).toBe(text);
});
