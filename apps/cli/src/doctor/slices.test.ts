import { expect, test } from 'vitest';

import { verdictOnSlices } from './slices.ts';

const light = {
  class: 'light',
  unit: 'hearth-light.slice',
  bytes: 600 * 2 ** 20,
  from: 'hearth.slice',
};
const problem = { class: 'light', message: 'light has no slice', hint: 'hearth slices install' };
const file = { ...problem, file: 'hearth-light.slice', line: null };

test('a class that is held to its memory is told with how much, and by what', () => {
  expect(verdictOnSlices([], { limits: [light], problems: [] })).toEqual([
    { verdict: 'ok', says: 'class light is held to 600 MiB by hearth.slice', mend: null },
  ]);
});

test('a class whose runs are refused is a fault, told once', () => {
  const files = [{ ...file, kind: 'missing' as const }];
  const effect = { limits: [light], problems: [{ ...problem, refuses: true }] };
  expect(verdictOnSlices(files, effect)).toEqual([
    { verdict: 'fault', says: 'light has no slice', mend: 'hearth slices install' },
  ]);
});

test('a file that says something else is a warning', () => {
  const files = [{ ...file, kind: 'different' as const, message: 'it says something else' }];
  expect(verdictOnSlices(files, { limits: [light], problems: [] })).toEqual([
    { verdict: 'warning', says: 'it says something else', mend: 'hearth slices install' },
  ]);
});
