import * as v from 'valibot';
import { expect, test } from 'vitest';

import { errandReportSchema, errandSchema } from './errand.ts';

const errand = {
  errand_id: 'V1StGXR8Z5jd',
  command: ['/usr/local/bin/ups-on-mains', '--quiet'],
  input: '',
  timeout_seconds: 5,
};

test('an errand has a program, its input and its time', () => {
  expect(v.parse(errandSchema, errand)).toEqual(errand);
});

test.each([
  ['no program', { ...errand, command: [] }],
  ['an id with a slash', { ...errand, errand_id: '../attempts' }],
  ['no time', { ...errand, timeout_seconds: undefined }],
])('an errand with %s is refused', (_, value) => {
  expect(v.safeParse(errandSchema, value).success).toBe(false);
});

const report = { code: 3, signal: null, detail: 'the UPS is on its battery' };

test('the end of an errand is a code, a signal or neither', () => {
  for (const one of [report, { ...report, code: null, signal: 'SIGKILL' }]) {
    expect(v.parse(errandReportSchema, one)).toEqual(one);
  }
  const never = { code: null, signal: null, detail: null };
  expect(v.parse(errandReportSchema, never)).toEqual(never);
});

test.each([
  ['a word that is not known', { ...report, output: 'x' }],
  ['half a code', { ...report, code: 0.5 }],
  ['more than 500 characters', { ...report, detail: 'x'.repeat(501) }],
  ['no detail', { code: 0, signal: null }],
])('an end with %s is refused', (_, value) => {
  expect(v.safeParse(errandReportSchema, value).success).toBe(false);
});
