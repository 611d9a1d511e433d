import type { Reservation } from '@hearth/wire';
import { expect, test } from 'vitest';

import { house, json } from '../house.test.helper.ts';

const mine: Reservation = {
  id: 3,
  class: 'gpu',
  opens_at: '2026-07-01T12:00:00.000Z',
  closes_at: '2026-07-01T14:00:00.000Z',
  by: 'me',
};

test('it keeps a class for so long, and says until when and how to give it back', async () => {
  await using gateway = await house({
    'POST /reservations': (response) => json(response, 201, mine),
  });
  const { code, out } = await gateway.hearth('reserve', 'gpu', '--for', '2h');
  expect(code).toBe(0);
  expect(gateway.asked[0]?.body).toEqual({ class: 'gpu', for_seconds: 7200 });
  expect(out).toMatch(
    /^Class gpu is kept until 2026-07-01 15:00:00 BST \(in 2h\) .*\n.*hearth reserve --end 3 /,
  );
});

test('without a class it lists what is reserved', async () => {
  const reservations = [mine];
  await using gateway = await house({ 'GET /reservations': { reservations, next: null } });
  const { code, out } = await gateway.hearth('reserve');
  expect(code).toBe(0);
  expect(out.split('\n')[1]).toMatch(/^ 3 +gpu +13:00:00 +15:00:00 +in 2h +me$/);
  expect(JSON.parse((await gateway.hearth('reserve', '--json')).out)).toEqual({
    reservations,
    next: null,
  });
});

test('with none it says so, and how to make one', async () => {
  await using gateway = await house({ 'GET /reservations': { reservations: [], next: null } });
  expect((await gateway.hearth('reserve')).err).toMatch(/no class is reserved; ".* reserve CLASS/);
});

test('--end gives it back', async () => {
  await using gateway = await house({
    'DELETE /reservations/3': (response) => void response.writeHead(204).end(),
  });
  expect(await gateway.hearth('reserve', '--end', '3')).toEqual({
    code: 0,
    out: 'Reservation 3 is over.\n',
    err: '',
  });
});

test.for([
  [['gpu'], 'say for how long'],
  [['--for', '2h'], 'say which class'],
  [['gpu', '--for', '2'], '--for: "2" has no unit; write 2s, 2m, 2h or 1d'],
  [['gpu', '--end', '3'], '--end goes alone'],
] as const)('%j is wrong use', async ([flags, said]) => {
  await using gateway = await house();
  const { code, err } = await gateway.hearth('reserve', ...flags);
  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(gateway.asked).toEqual([]);
});
