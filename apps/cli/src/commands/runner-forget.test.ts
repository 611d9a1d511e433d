import { expect, test } from 'vitest';

import { hearth, house, refuse } from '../house.test.helper.ts';

test('it gives up a runner and says what that means', async () => {
  await using gateway = await house({
    'POST /runners/pi/forget': (response) => void response.writeHead(204).end(),
  });
  const { code, out } = await gateway.hearth('runner', 'forget', 'pi');
  expect(code).toBe(0);
  expect(out).toMatch(/^Runner pi is forgotten: what it held is lost, and runs again/);
});

test('the gateway may be named before the verb', async () => {
  await using gateway = await house({
    'POST /runners/pi/forget': (response) => void response.writeHead(204).end(),
  });
  expect((await hearth('--url', gateway.url, 'runner', 'forget', 'pi')).code).toBe(0);
});

test('a runner that nobody has heard of is 1', async () => {
  await using gateway = await house({
    'POST /runners/pi/forget': (response) =>
      refuse(response, 404, 'not_found', 'no runner "pi" has been heard of'),
  });
  expect(await gateway.hearth('runner', 'forget', 'pi')).toEqual({
    code: 1,
    out: '',
    err: 'hearth: no runner "pi" has been heard of\n',
  });
});

test('without a name it is wrong use', async () => {
  expect(await hearth('runner', 'forget')).toMatchObject({ code: 2, out: '' });
});
