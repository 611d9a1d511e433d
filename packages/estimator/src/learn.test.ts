import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate, estimateFrom } from './estimate.ts';
import { anyHistory, anyRules, past, START } from './histories.test.data.ts';
import { blank, learn } from './learn.ts';

describe('a memory', () => {
  it('learns run by run what an estimate learns at once', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, each) => {
        const memory = blank();
        for (const [index, run] of history.entries()) {
          learn(memory, run);
          if (index % 7 !== 0) continue;
          const whole = estimate(history.slice(0, index + 1), each, run.endedAt);
          expect(estimateFrom(memory, each, run.endedAt)).toEqual(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('holds five runs for each factor of four between the shortest and the longest, however long the history', () => {
    const memory = blank();
    for (let index = 0; index < 20_000; index += 1) {
      // Durations from 1 s to 4 ** 8 s, in no order that a rule could profit from.
      const duration = 4 ** (((index * 7919) % 1009) / 126);
      learn(memory, { ...past(index, duration, 'completed'), endedAt: START });
      expect(memory.held.length).toBeLessThanOrEqual(5 * 10);
    }
    expect(memory.completed).toBe(20_000);
  });
});
