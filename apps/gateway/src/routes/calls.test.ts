import { startMachine } from '@hearth/test-kit';
import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';

import { CLASSES, startGateway } from '../gateway.test.helper.ts';

test('the record shows which call holds the slot, and of those that wait their place and their time', async () => {
  await using parts = new AsyncDisposableStack();
  const machine = parts.use(await startMachine({ tokensPerSecond: 50, answer: tokens(Infinity) }));
  const house = `${CLASSES}
machines:
  box: { url: "${machine.url}", models: { tiny: { tokens_per_second: 50 } } }
`;
  const gateway = parts.use(await startGateway(house));
  const stop = new AbortController();
  const ask = (priority: string): Promise<unknown> =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hearth-priority': priority },
      body: JSON.stringify({ messages: [{ role: 'user', content: priority }], max_tokens: 1000 }),
      signal: stop.signal,
    })
      .then((response) => response.text())
      .catch(() => null);
  const asked = [ask('user')];
  // What is left of the first is told after two seconds of it.
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 110);
  const { calls } = gateway.client;
  for (const priority of ['batch', 'interactive']) {
    asked.push(ask(priority));
    while ((await calls.list({ limit: 5 })).calls.length < asked.length);
  }
  const listed = await calls.list({ limit: 5 });
  const [interactive, batch, running] = listed.calls;
  expect(running).toMatchObject({ machine: 'box', end: null, place: null, expected_at: null });
  expect(running?.ran_seconds).toBeGreaterThan(2);
  expect(interactive).toMatchObject({ priority: 'interactive', machine: null, place: 1 });
  expect(batch).toMatchObject({ priority: 'batch', ran_seconds: null, place: 2 });
  expect(batch?.waited_seconds).toBeGreaterThan(0);
  // A thousand tokens at fifty a second are twenty seconds, of which two and more have passed.
  const starts = Date.parse(interactive?.expected_at ?? '') - Date.now();
  expect(starts).toBeGreaterThan(10_000);
  expect(starts).toBeLessThan(19_000);
  expect(Date.parse(batch?.expected_at ?? '')).toBeGreaterThan(Date.now() + starts);
  stop.abort();
  await Promise.all(asked);
}, 20_000);
