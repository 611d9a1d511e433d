import { createHash } from 'node:crypto';

import { startMachine } from '@hearth/test-kit';
import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';

import { CLASSES, startGateway } from '../gateway.test.helper.ts';

function hashed(key: string): string {
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

const HOUSE = `${CLASSES}
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m }
budgets:
  scripts: { gpu_time: 10m, per: hour }
consumers:
  me: { key: "${hashed('my-key')}", can: [call, enqueue, operate], budget: scripts }
  chat: { key: "${hashed('chat-key')}" }
`;
const ME = { authorization: 'Bearer my-key' };

/** What a scrape says, by the name of the figure with its labels. Throws where a line is not as Prometheus reads it. */
async function scrape(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: ME });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const figures = new Map<string, number>();
  const declared = new Set<string>();
  for (const line of (await response.text()).trimEnd().split('\n')) {
    const type = /^# TYPE (\w+) (?:gauge|counter)$/.exec(line);
    if (type?.[1] !== undefined) declared.add(type[1]);
    if (line.startsWith('#')) continue;
    const found = /^((\w+)(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})?) (\S+)$/.exec(line);
    const [, key = '', family = '', value] = found ?? [];
    if (found === null || !declared.has(family) || figures.has(key)) throw new Error(line);
    figures.set(key, Number(value));
  }
  return figures;
}

test('a scrape tells of runs, calls, machines and budgets as they are', async () => {
  await using parts = new AsyncDisposableStack();
  const machine = parts.use(await startMachine({ tokensPerSecond: 100, answer: tokens(50) }));
  const house = `${HOUSE}machines: { box: { url: "${machine.url}" } }\n`;
  const gateway = parts.use(await startGateway(house));
  const call = async (priority: string): Promise<void> => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hearth-priority': priority, ...ME },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] }),
    });
    await response.text();
  };
  await fetch(`${gateway.url}/hearth/v1/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ME },
    body: JSON.stringify({ job: 'digest' }),
  });
  await call('user');
  const first = call('user');
  await machine.until(({ calls }) => (calls[1]?.tokens ?? 0) >= 1);
  const second = call('batch');
  while ((await scrape(gateway.url)).get('hearth_calls_waiting{priority="batch"}') !== 1);

  const busy = await scrape(gateway.url);
  expect(busy.get('hearth_runs{state="ready"}')).toBe(1);
  expect(busy.get('hearth_calls_waiting{priority="user"}')).toBe(0);
  expect(busy.get('hearth_calls_total{end="stop"}')).toBe(1);
  expect(busy.get('hearth_machine_up{machine="box"}')).toBe(1);
  expect(busy.get('hearth_machine_running{machine="box"}')).toBe(1);
  expect(busy.get('hearth_machine_proven_idle{machine="box"}')).toBe(1);
  expect(busy.get('hearth_model_loaded{machine="box",model="tiny"}')).toBe(1);
  await Promise.all([first, second]);

  const after = await scrape(gateway.url);
  expect(after.get('hearth_calls_total{end="stop"}')).toBe(3);
  expect(after.get('hearth_machine_running{machine="box"}')).toBe(0);
  const held = after.get('hearth_slot_seconds_total{end="stop"}') ?? 0;
  expect(held).toBeGreaterThan(1.4);
  expect(after.get('hearth_budget_allowance_seconds{budget="scripts"}')).toBe(600);
  expect(600 - (after.get('hearth_budget_left_seconds{budget="scripts"}') ?? 0)).toBeCloseTo(held);
}, 20_000);

test('it takes the right that the status takes', async () => {
  await using gateway = await startGateway(HOUSE);
  const status = async (headers: Record<string, string>): Promise<number> => {
    return (await fetch(`${gateway.url}/metrics`, { headers })).status;
  };
  expect(await status({})).toBe(401);
  expect(await status({ authorization: 'Bearer chat-key' })).toBe(403);
  expect(await status({ ...ME, origin: 'https://evil.example' })).toBe(403);
  expect(await status(ME)).toBe(200);
});
