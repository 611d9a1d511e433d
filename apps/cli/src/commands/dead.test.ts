import { expect, test } from 'vitest';

import { house, json } from '../house.test.helper.ts';
import { anAttempt, aRun } from '../samples.test.helper.ts';

const attempts = [anAttempt({ outcome: 'timeout', code: null })];
const dead = aRun({ state: 'dead', outcome: 'timeout', failures: 1, attempts });
const again = aRun({ id: 13, state: 'ready', retry_of: 12, outcome: null, attempts: [] });

test('it lists the dead letters and says how to go on', async () => {
  await using gateway = await house({ 'GET /runs': { runs: [dead], next: null } });
  const { code, out } = await gateway.hearth('dead');
  expect(code).toBe(0);
  expect(out).toContain('ran past its timeout, 1 failure');
  expect(out).toMatch(/show 12 .*\n.*dead --retry 12 .*\n.*dead --retry --all /);
  expect(gateway.asked[0]?.url.search).toBe('?state=dead&limit=20');
});

test('--job lists those of one job', async () => {
  await using gateway = await house({ 'GET /runs': { runs: [dead], next: null } });
  const { out } = await gateway.hearth('dead', '--job', 'nightly-digest');
  expect(out).toMatch(/dead --retry --job nightly-digest /);
  expect(gateway.asked[0]?.url.search).toBe('?state=dead&job=nightly-digest&limit=20');
});

test('with none it says so', async () => {
  await using gateway = await house({ 'GET /runs': { runs: [], next: null } });
  expect(await gateway.hearth('dead')).toEqual({
    code: 0,
    out: 'There is no dead letter.\n',
    err: '',
  });
});

test('--retry repeats those that are named', async () => {
  await using gateway = await house({
    'GET /runs/12': dead,
    'GET /runs/9': { ...dead, id: 9 },
    'POST /runs/12/retry': (response) => json(response, 201, again),
    'POST /runs/9/retry': (response) => json(response, 201, { ...again, id: 14, retry_of: 9 }),
  });
  expect(await gateway.hearth('dead', '--retry', '12', '9')).toEqual({
    code: 0,
    out:
      'Run 13 of nightly-digest repeats run 12; it is ready and waits for its turn.\n' +
      'Run 14 of nightly-digest repeats run 9; it is ready and waits for its turn.\n',
    err: '',
  });
});

test('none is repeated where one of them is not dead', async () => {
  await using gateway = await house({ 'GET /runs/12': dead, 'GET /runs/9': aRun({ id: 9 }) });
  const { code, err } = await gateway.hearth('dead', '--retry', '12', '9');
  expect(code).toBe(1);
  expect(err).toMatch(/^hearth: run 9 is no dead letter: it succeeded; ".* retry 9" repeats/);
  expect(gateway.asked.every(({ method }) => method === 'GET')).toBe(true);
});

test.for([
  [['--all'], ''],
  [['--job', 'nightly-digest'], '?job=nightly-digest'],
] as const)('--retry %j repeats all of them', async ([flags, search]) => {
  await using gateway = await house({ 'POST /runs/retry-dead': { runs: [again], next: null } });
  const { code, out } = await gateway.hearth('dead', '--retry', ...flags);
  expect(code).toBe(0);
  expect(out).toMatch(/^Run 13 of nightly-digest repeats run 12;/);
  expect(gateway.asked[0]?.url.search).toBe(search);
});

test('with nothing to repeat it says so', async () => {
  await using gateway = await house({ 'POST /runs/retry-dead': { runs: [], next: null } });
  expect((await gateway.hearth('dead', '--retry', '--all')).out).toMatch(
    /^There is no dead letter/,
  );
});

test.for([
  [['--retry'], 'say which ones to repeat'],
  [['--retry', '12', '--all'], 'go without --all and --job'],
  [['--all'], 'add --retry'],
  [['12'], 'add --retry'],
  [['--retry', 'twelve'], 'whole number'],
] as const)('%j is wrong use', async ([flags, said]) => {
  await using gateway = await house();
  const { code, err } = await gateway.hearth('dead', ...flags);
  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(gateway.asked).toEqual([]);
});
