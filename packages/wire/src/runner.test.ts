import * as v from 'valibot';
import { expect, test } from 'vitest';

import { claimRequestSchema, endedReportSchema } from './runner.ts';

const claim = {
  claim_id: 'c3f1a9d2b7',
  sequence: 17,
  boot_id: '3c1b2f0e-7d55-4f6a-9a6e-0d6f3a1b2c3d',
  instance: 'b9a4e2d1-5c3f',
  free: { gpu: 1, light: 0 },
  refused: { render: 'hearth-render.slice is not installed' },
  running: [{ attempt_id: '12-V1StGXR8Z5jd', epoch: 3, stopping: false }],
};

test('a claim lists free places and every attempt that is held', () => {
  expect(v.parse(claimRequestSchema, claim)).toEqual(claim);
});

test.each([
  ['a negative place', { ...claim, free: { gpu: -1 } }],
  ['half a place', { ...claim, free: { gpu: 0.5 } }],
  ['no sequence', { ...claim, sequence: undefined }],
  ['an id with a slash', { ...claim, claim_id: '../../etc/passwd' }],
  ['no list of attempts', { ...claim, running: undefined }],
])('a claim with %s is refused', (_, request) => {
  expect(v.safeParse(claimRequestSchema, request).success).toBe(false);
});

test('an end without an outcome that hearth knows is refused', () => {
  const report = {
    epoch: 1,
    outcome: 'exited',
    code: 0,
    signal: null,
    evidence: null,
    duration_seconds: 1.5,
    output_bytes: 0,
    last_output: null,
  };
  expect(v.safeParse(endedReportSchema, report).success).toBe(true);
  expect(v.safeParse(endedReportSchema, { ...report, outcome: 'crashed' }).success).toBe(false);
});
