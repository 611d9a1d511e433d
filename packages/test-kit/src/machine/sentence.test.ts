import { expect, test } from 'vitest';
import { summary, wantsSummary } from './sentence.ts';

test.for([
  ['Summarise this.', true],
  ['Write the nightly digest of these.', true],
  ['Say in one sentence how the house is.', true],
  ['What is the capital of France?', false],
] as const)('%s wants a summary: %s', ([prompt, wants]) => {
  expect(wantsSummary(prompt)).toBe(wants);
});

test.for([
  ['Summarise:\ndisk used: 81 %\nload: 0.4', 'In short, disk used is 81 % and load is 0.4.'],
  ['Summarise: cpu=48.2°C mem=31%', 'In short, cpu is 48.2°C and mem is 31%.'],
  ['Summarise:\n{"cpu_temp": 48.2,\n"fans":2}', 'In short, cpu temp is 48.2 and fans is 2.'],
  [
    'Summarise:\na: 1\nb: 2\nc: 3\nd: 4\ne: 5',
    'In short, a is 1, b is 2, c is 3 and 2 more figures are given.',
  ],
  [
    'Summarise in 30 words:\nThe disk is 81 % full and 12 mails wait.',
    'In short, the figures that matter are 81 % and 12.',
  ],
  ['Summarise:\nIt rained.\nA lot.', 'In short, the text has 2 lines and gives no figure.'],
] as const)('%j is summed up as: %s', ([prompt, sentence]) => {
  expect(summary(prompt)).toBe(sentence);
});
