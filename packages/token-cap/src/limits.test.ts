import { tokens } from '@hearth/words';
import { expect, it } from 'vitest';

import { DEFAULT_FLOOR, floorFor } from './limits.ts';

it('the floor counts what a model thinks before its first word, up to a bound', () => {
  expect(floorFor(tokens(0))).toBe(DEFAULT_FLOOR);
  expect(floorFor(tokens(200))).toBe(DEFAULT_FLOOR + 200);
  expect(floorFor(tokens(9000))).toBe(DEFAULT_FLOOR + 512);
});
