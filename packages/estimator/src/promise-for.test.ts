import { expect, it } from 'vitest';
import { estimate } from './estimate.ts';
import { promiseFor } from './promise-for.ts';
import { completed, endOf, rules } from './histories.test.data.ts';

const history = completed(5, 1277, 5, 6, 5, 5, 5);

it('steps down from long-memory to last-five when two windows were passed over, and no further', () => {
  const found = estimate(history, rules('long-memory'), endOf(history));
  expect(promiseFor(found, 0)).toMatchObject({ promise: 1277, because: { kind: 'remembered' } });
  expect(promiseFor(found, 1).promise).toBe(1277);
  const down = { promise: 6, because: { kind: 'longest-of-last-five', runId: 4, of: 5 } };
  expect(promiseFor(found, 2)).toEqual(down);
  expect(promiseFor(found, 40)).toEqual(down);
});

it('leaves last-five as it is', () => {
  const found = estimate(history, rules('last-five'), endOf(history));
  expect(promiseFor(found, 40).promise).toBe(promiseFor(found, 0).promise);
});
