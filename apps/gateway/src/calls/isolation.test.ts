import { instant, name, tokens, type BudgetName, type Instant } from '@hearth/words';
import { expect, test } from 'vitest';

import { chatOf, hashed, recorded, startGateway } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';
const RENDER = name<BudgetName>('render-scripts');
const HOUR = 3_600_000;
/** Seconds of GPU time in an hour: the ten minutes of a house, made small enough for a test. */
const ALLOWED = 1;
/**
 * Seconds by which a machine that is busy with other tests may be late to cut a call. Without its budget the flood would
 * have half of what there is: twice as much as is allowed.
 */
const LATE = 0.5;
/** The hour turns in the middle; so many milliseconds are before and after it. */
const HALF = 4000;

const yaml = `
budgets:
  render-scripts: { gpu_time: ${ALLOWED}s, per: hour, concurrency: 1, queue: 4, over: wait }
  digest: { gpu_time: 90m, per: day }
consumers:
  render: { key: "${hashed('render')}", priority: user, budget: render-scripts }
  digest: { key: "${hashed('digest')}", priority: user, budget: digest }
`;

/** The GPU time, in seconds, that these calls had between two instants. */
function timeIn(
  calls: readonly { readonly admittedAt: Instant | null; readonly ran: number | null }[],
  from: number,
  to: number,
): number {
  let sum = 0;
  for (const { admittedAt, ran } of calls) {
    if (admittedAt === null || ran === null) continue;
    sum += Math.max(0, Math.min(to, admittedAt + ran * 1000) - Math.max(from, admittedAt)) / 1000;
  }
  return sum;
}

test('a thousand calls of one budget hold up a call of another by one of them, and never have more than their time of the hour', async () => {
  const turn = Date.UTC(2026, 2, 3, 13);
  const offset = turn - HALF - Date.now();
  const now = (): Instant => instant(Date.now() + offset);
  const gateway = await startGateway({
    machine: { tokensPerSecond: 500, answer: tokens(50) },
    box: '    models: { tiny: { tokens_per_second: 500 } }',
    yaml,
    door: { now },
  });
  const { post, machine, queue, settled } = gateway;
  const call = async (who: string, what: string): Promise<number> => {
    const response = await post(CHAT, chatOf(what), { authorization: `Bearer ${who}` });
    await response.text();
    return response.status;
  };

  const renders: Promise<number>[] = [];
  const flood = (count: number): void => {
    for (let each = 0; each < count; each += 1) {
      renders.push(call('render', `render ${renders.length}`));
    }
  };
  let digests = 0;
  while (renders.length < 1000 || now() < turn + HALF) {
    flood(20);
    expect(await call('digest', `digest ${(digests += 1)}`)).toBe(200);
  }
  const statuses = await Promise.all(renders);
  await settled();

  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(machine.mostAtOnce).toBe(1);
  const records = (await recorded(queue, 5000)).filter(({ admittedAt }) => admittedAt !== null);
  const rendered = records.filter(({ budget }) => budget === RENDER);
  const others = records.filter(({ budget }) => budget !== RENDER);
  expect(others).toHaveLength(digests);
  for (const { arrivedAt, admittedAt } of others) {
    const before = rendered.filter((one) => {
      const at = one.admittedAt ?? 0;
      return at > arrivedAt && at < (admittedAt ?? 0);
    });
    expect(before.length).toBeLessThanOrEqual(1);
  }

  // It had all of its time in each of the two hours, and no more.
  for (const [from, to] of [
    [turn - HOUR, turn],
    [turn, turn + HOUR],
  ] as const) {
    expect(timeIn(rendered, from, to)).toBeGreaterThan(ALLOWED * 0.75);
    expect(timeIn(rendered, from, to)).toBeLessThan(ALLOWED + LATE);
    expect(queue.spent(RENDER, instant(from))).toBeLessThan(ALLOWED + LATE);
  }
}, 60_000);
