import { seconds } from '@hearth/words';
import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

it.each([
  [0, '0 s'],
  [0.04, '0 s'],
  [0.44, '0.4 s'],
  [0.94, '0.9 s'],
  [0.96, '1 s'],
  [34, '34 s'],
  [59.4, '59 s'],
  [59.7, '1m'],
  [60, '1m'],
  [1277, '21m17s'],
  [3599, '59m59s'],
  [3599.6, '1h'],
  [7200, '2h'],
  [5400, '1h30m'],
  [86_399, '1d'],
  [86_400, '1d'],
  [3 * 86_400 + 4 * 3600, '3d4h'],
  [3 * 86_400 + 23.8 * 3600, '4d'],
  [-90, '-1m30s'],
  [-0.01, '0 s'],
])('shows %d seconds as %s', (value, text) => {
  expect(formatDuration(seconds(value))).toBe(text);
});
