import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aCall } from '../samples.test.helper.ts';

const waiting = aCall({
  id: 42,
  consumer: 'chat',
  run_id: null,
  machine: null,
  admitted_at: null,
  ended_at: null,
  ran_seconds: null,
  answer_tokens: null,
  cap: null,
  cap_reason: null,
  end: null,
  place: 2,
  expected_at: '2026-07-01T12:03:00.000Z',
});

test('it lists the calls with what they waited, ran and wrote, and whose cap it was', async () => {
  await using gateway = await house({ 'GET /calls': { calls: [waiting, aCall()], next: null } });
  const { code, out } = await gateway.hearth('calls');
  expect(code).toBe(0);
  const [, first, second] = out.split('\n');
  expect(first).toMatch(/^ +42 .* chat +qwen3-\S+ +2 s +– +812 +– +– +– +waits \(2\), in 3m$/);

  expect(second).toMatch(/^ +41 .* run 12 +qwen3-30b +2 s +2m +812 +1024 +1024 +time +length$/);
});

test('of an open call it says whether it runs or waits', async () => {
  const running = aCall({ ended_at: null, end: null });
  const lost = { ...waiting, place: null, expected_at: null };
  await using gateway = await house({ 'GET /calls': { calls: [lost, running], next: null } });
  const [, first, second] = (await gateway.hearth('calls')).out.split('\n');
  expect(first).toMatch(/ waits$/);
  expect(second).toMatch(/ runs$/);
});

test('--run asks for those of one run', async () => {
  await using gateway = await house({ 'GET /calls': { calls: [], next: null } });
  const { err } = await gateway.hearth('calls', '--run', '12');
  expect(err).toBe('hearth: there is no such call\n');
  expect(gateway.asked[0]?.url.searchParams.get('run')).toBe('12');
});
