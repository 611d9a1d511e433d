import fc from 'fast-check';
import { expect, test } from 'vitest';

import { holdToModel, House } from './house.test.helper.ts';
import { STEPS } from './life.test.helper.ts';
import { temporaryFolder } from './temporary.test.helper.ts';

test('whatever happens, in whatever order, the queue holds what a plain model of it holds', () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat(100), fc.nat(100));
  const life = fc.array(step, { minLength: 10, maxLength: 120, size: 'max' });
  const property = fc.property(life, (steps) => {
    const house = new House(temporaryFolder());
    try {
      for (const [kind, a, b] of steps) STEPS[kind]?.(house, a, b);
      holdToModel(house);
      house.restart();
      holdToModel(house);
    } finally {
      house.queue.close();
    }
  });
  expect(() => fc.assert(property, { numRuns: 80 })).not.toThrow();
});
