import { REFUSAL_REASONS } from '@hearth/admission';
import { seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { refusalHeaders, refuse, refuseFor, type Refusal } from './refusal.ts';

/** Whether a client is left to try again by itself. */
function tries(refusal: Refusal): boolean {
  return refusalHeaders(refusal)['x-should-retry'] !== 'false';
}

describe('a refusal', () => {
  test.each([
    ['queue-full', 429],
    ['wait-expired', 429],
    ['budget', 429],
    ['no-machine', 503],
    ['loading', 503],
    ['draining', 503],
    ['restarting', 503],
    ['context', 400],
    ['too-large', 413],
    ['floor', 504],
    ['deadline', 504],
  ] as const)('for %s is a %i', (reason, status) => {
    expect(refuseFor(reason, 0).problem.status).toBe(status);
  });

  test('has words for every reason that there is', () => {
    for (const reason of REFUSAL_REASONS) {
      expect(refuseFor(reason, 0).problem.message).toMatch(/^[A-Z].*\.$/);
      expect(refusalHeaders(refuseFor(reason, 0))['x-hearth-reason']).toBe(reason);
    }
  });

  test('says when to come back, in whole seconds, with up to a fifth more', () => {
    const pauses = [0, 0.5, 0.999].map((random) => {
      return refusalHeaders(refuseFor('queue-full', random, { retryAfter: seconds(10) }))[
        'retry-after'
      ];
    });
    expect(pauses).toEqual(['10', '11', '12']);
    const tiny = refuseFor('queue-full', 0, { retryAfter: seconds(0.01) });
    expect(refusalHeaders(tiny)['retry-after']).toBe('1');
    expect(tiny.problem.retryAfter).toBe(1);
  });

  test('says not to try again where that cannot help within a minute', () => {
    expect(tries(refuseFor('queue-full', 0, { retryAfter: seconds(20) }))).toBe(true);
    expect(tries(refuseFor('budget', 0, { retryAfter: seconds(2000) }))).toBe(false);
    expect(tries(refuseFor('context', 0))).toBe(false);
    expect(tries(refuseFor('no-machine', 0))).toBe(false);
    expect(tries(refuse(400, 'bad_request', 'No.'))).toBe(false);
    expect(tries(refuse(502, 'upstream_error', 'No.'))).toBe(true);
  });
});
