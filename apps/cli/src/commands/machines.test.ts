import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aMachine } from '../samples.test.helper.ts';

const off = { loaded: false, context: null, tokens_per_second: null, aliases: [] };
const machines = [
  aMachine({ models: [...aMachine().models, { name: 'small', ...off }], draining: 1 }),
  aMachine({ name: 'spare', state: 'down', models: [] }),
];

test('it lists each machine, with a row for each of its models', async () => {
  await using gateway = await house({ 'GET /machines': { machines, next: null } });
  const { code, out } = await gateway.hearth('machines');
  expect(code).toBe(0);
  const [, first, second, third] = out.split('\n');
  expect(first).toMatch(
    /^gpu-box +up +llama\.cpp +1 of 1, 1 draining +qwen3-30b +yes +32768 +13\.9 /,
  );
  expect(second).toMatch(/^ +small +no +– +–$/);
  expect(third).toMatch(/^spare +down .* – +– +– +– +http/);
});

test('a machine of which nothing shows that it is idle is told as that', async () => {
  const unsure = [aMachine({ running: 0, proven_idle: false })];
  await using gateway = await house({ 'GET /machines': { machines: unsure, next: null } });
  const { out } = await gateway.hearth('machines');
  expect(out).toMatch(/^gpu-box +up +llama\.cpp +0 of 1, not proven idle +qwen3-30b /m);
});

test('with --json it prints what the gateway answered', async () => {
  await using gateway = await house({ 'GET /machines': { machines, next: null } });
  const { out } = await gateway.hearth('machines', '--json');
  expect(JSON.parse(out)).toEqual({ machines, next: null });
});
