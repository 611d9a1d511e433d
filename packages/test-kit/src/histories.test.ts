import { seconds } from '@hearth/words';
import { expect, test } from 'vitest';
import { generatedHistory } from './histories.ts';

const STEADY = { kind: 'steady', typical: seconds(600) } as const;
const BIMODAL = {
  kind: 'bimodal',
  quiet: seconds(5),
  busy: seconds(1200),
  quietShare: 0.9,
} as const;

function make(seed: number): number[] {
  return generatedHistory({ shape: BIMODAL, runs: 50, seed });
}

test('the same seed makes the same history, another seed another one', () => {
  expect(make(1)).toEqual(make(1));
  expect(make(1)).not.toEqual(make(2));
});

test('a steady job stays within its spread', () => {
  const history = generatedHistory({ shape: STEADY, runs: 200, seed: 1, spread: 0.2 });
  expect(history).toHaveLength(200);
  expect(Math.min(...history)).toBeGreaterThanOrEqual(480);
  expect(Math.max(...history)).toBeLessThanOrEqual(720);
  expect(new Set(history).size).toBeGreaterThan(100);
});

test('a bimodal job has both of its lengths, the quiet one as often as it was told', () => {
  const history = generatedHistory({ shape: BIMODAL, runs: 2000, seed: 1 });
  const quiet = history.filter((duration) => duration < 10);
  expect(quiet.length / history.length).toBeCloseTo(0.9, 1);
  expect(history.filter((duration) => duration > 1000)).toHaveLength(2000 - quiet.length);
});
