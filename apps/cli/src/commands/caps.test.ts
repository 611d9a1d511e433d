import type { TruncatedCalls } from '@hearth/wire';
import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';

const SINCE = '2026-06-24T12:00:00.000Z';

function aCut(but: Partial<TruncatedCalls> = {}): TruncatedCalls {
  return {
    consumer: 'chat',
    model: 'qwen3-30b',
    end: 'length',
    cap_reason: 'caller',
    cap_least: 1024,
    cap_most: 1024,
    calls: 29,
    cap_by_hearth: 1654,
    last_at: '2026-07-01T11:30:00.000Z',
    ...but,
  };
}

test('a caller that is cut at its own cap again and again leaps to the eye', async () => {
  const truncated = [
    aCut(),
    aCut({ consumer: 'job digest', cap_reason: 'time', cap_least: 1400, calls: 2 }),
    aCut({ consumer: 'chat/titles', end: 'deadline', cap_reason: 'time', calls: 1 }),
    aCut({ consumer: 'render', calls: 1, cap_least: 64, cap_most: 64, cap_by_hearth: null }),
  ].map((cut) => (cut.cap_reason === 'time' ? { ...cut, cap_by_hearth: null } : cut));
  await using gateway = await house({
    'GET /calls/truncated': { since_at: SINCE, truncated, next: null },
  });
  const { code, out } = await gateway.hearth('caps');
  expect(code).toBe(0);
  expect(gateway.asked[0]?.url.search).toBe(`?since_seconds=${7 * 86_400}`);
  const [title, , , first, second, third, fourth, , told, end] = out.split('\n');
  expect(title).toBe('Answers that were cut since 2026-06-24 13:00:00 BST:');
  expect(first).toMatch(/^ +29 +chat +qwen3-30b +1024 +its own +about 1654 +12:30:00$/);
  expect(second).toMatch(/^ +2 +job digest +qwen3-30b +1400 to 1024 +its time +– +12:30:00$/);
  expect(third).toMatch(/^ +1 +chat\/titles +qwen3-30b +below 1024 +its deadline +– /);
  expect(fourth).toMatch(/^ +1 +render +qwen3-30b +64 +its own +– /);
  expect(told).toBe(
    '29 answers of chat end at exactly 1024 tokens, because that is the cap that it sends. ' +
      'Let it send none: hearth would give it about 1654, as much as its time allows.',
  );
  expect(end).toBe('');
});

test('where its own cap is no lower than what hearth would give, nothing is recommended', async () => {
  const truncated = [aCut({ cap_by_hearth: 900 })];
  await using gateway = await house({
    'GET /calls/truncated': { since_at: SINCE, truncated, next: null },
  });
  const { out } = await gateway.hearth('caps', '--since', '12h');
  expect(out).toContain('is the cap that it sends.\n');
  expect(gateway.asked[0]?.url.search).toBe('?since_seconds=43200');
});

test('where nothing was cut it says so', async () => {
  const list = { since_at: SINCE, truncated: [], next: null };
  await using gateway = await house({ 'GET /calls/truncated': list });
  const { out } = await gateway.hearth('caps');
  expect(out).toBe('No answer has been cut since 2026-06-24 13:00:00 BST.\n');
  expect(JSON.parse((await gateway.hearth('caps', '--json')).out)).toEqual(list);
});

test('a duration without a unit is wrong use', async () => {
  await using gateway = await house();
  const { code, err } = await gateway.hearth('caps', '--since', '7');
  expect(code).toBe(2);
  expect(err).toContain('--since: "7" has no unit');
});
