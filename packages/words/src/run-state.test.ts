import { expect, test } from 'vitest';

import { isTerminal, RUN_STATES } from './run-state.ts';

test('four states never change again', () => {
  expect(RUN_STATES.filter(isTerminal)).toEqual(['succeeded', 'dead', 'cancelled', 'skipped']);
});
