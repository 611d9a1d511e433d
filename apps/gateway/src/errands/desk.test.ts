import { name, seconds, type RunnerName } from '@hearth/words';
import type { ErrandReport } from '@hearth/wire';
import { expect, test } from 'vitest';

import { createErrands, type Errands, type ErrandsOptions } from './desk.ts';

const PI = name<RunnerName>('pi');
const BOX = name<RunnerName>('box');
const DONE: ErrandReport = { code: 0, signal: null, detail: 'all well' };

function deskOf(parts: Partial<ErrandsOptions> = {}): Errands & { readonly rings: () => number } {
  let made = 0;
  let rings = 0;
  const errands = createErrands({
    folder: '/etc/hearth',
    token: () => `errand-${(made += 1)}`,
    bell: { ring: () => (rings += 1) },
    wait: seconds(60),
    grace: seconds(60),
    ...parts,
  });
  return { ...errands, rings: () => rings };
}

function look(desk: Errands, program = 'ups'): Promise<ErrandReport> {
  return desk.run([program], '', seconds(5));
}

/** Why an errand was not carried out. */
async function refusal(errand: Promise<ErrandReport>): Promise<string> {
  const outcome = await errand.then(
    () => 'it was carried out',
    (error: unknown) => error,
  );
  return outcome instanceof Error ? outcome.message : String(outcome);
}

function ids(desk: Errands, runner: RunnerName, claim: string): string[] {
  return desk.take(runner, claim).map(({ errand_id }) => errand_id);
}

test('an errand rings the bell, goes to the first runner that asks, and ends with its word', async () => {
  const desk = deskOf();
  const outcome = desk.run(['ups', '--quiet'], 'so it is', seconds(5));
  expect(desk.rings()).toBe(1);
  expect(desk.take(PI, 'claim-1')).toEqual([
    { errand_id: 'errand-1', command: ['ups', '--quiet'], input: 'so it is', timeout_seconds: 5 },
  ]);
  expect(desk.take(BOX, 'claim-2')).toEqual([]);
  expect(desk.report(PI, 'errand-1', DONE)).toBe(true);
  expect(await outcome).toEqual(DONE);
});

test('a program with a relative path is found from the folder of the manifest', () => {
  const desk = deskOf();
  look(desk, './bin/ups').catch(() => {});
  expect(desk.take(PI, 'claim-1')[0]?.command).toEqual(['/etc/hearth/bin/ups']);
  desk.close();
});

test('the claim that got an errand gets it again, and the next claim does not', async () => {
  const desk = deskOf();
  const outcome = look(desk);
  expect(ids(desk, PI, 'claim-1')).toEqual(['errand-1']);
  expect(ids(desk, PI, 'claim-1')).toEqual(['errand-1']);
  expect(ids(desk, PI, 'claim-2')).toEqual([]);
  desk.report(PI, 'errand-1', DONE);
  expect(ids(desk, PI, 'claim-1')).toEqual([]);
  await outcome;
});

test('only the runner that has an errand may say how it ended, and once', async () => {
  const desk = deskOf();
  const outcome = look(desk);
  expect(desk.report(PI, 'errand-1', DONE)).toBe(false);
  desk.take(PI, 'claim-1');
  expect(desk.report(BOX, 'errand-1', { ...DONE, code: 1 })).toBe(false);
  expect(desk.report(PI, 'errand-1', DONE)).toBe(true);
  expect(desk.report(PI, 'errand-1', DONE)).toBe(false);
  expect(await outcome).toEqual(DONE);
});

test('a runner has four at once; as it ends one, the bell rings and it gets the next', async () => {
  const desk = deskOf();
  const outcomes = Array.from({ length: 6 }, () => look(desk));
  expect(ids(desk, PI, 'claim-1')).toEqual(['errand-1', 'errand-2', 'errand-3', 'errand-4']);
  expect(ids(desk, PI, 'claim-2')).toEqual([]);
  const before = desk.rings();
  desk.report(PI, 'errand-3', DONE);
  expect(desk.rings()).toBe(before + 1);
  expect(ids(desk, PI, 'claim-2')).toEqual(['errand-5']);
  expect(ids(desk, BOX, 'claim-3')).toEqual(['errand-6']);
  const last = desk.rings();
  for (const id of [1, 2, 4, 5]) desk.report(PI, `errand-${id}`, DONE);
  desk.report(BOX, 'errand-6', DONE);
  expect(desk.rings()).toBe(last);
  expect(await Promise.all(outcomes)).toHaveLength(6);
});

test('without a runner an errand is given up after its wait', async () => {
  const desk = deskOf({ wait: seconds(0.02) });
  expect(await refusal(look(desk))).toBe('no runner is here to run it');
  expect(ids(desk, PI, 'claim-1')).toEqual([]);
});

test('where the runners are busy, an errand that is given up says so', async () => {
  const desk = deskOf({ wait: seconds(0.02) });
  const taken = Array.from({ length: 4 }, () => look(desk));
  desk.take(PI, 'claim-1');
  expect(await refusal(look(desk))).toBe('no runner was free to run it within 0.02 s');
  for (const id of [1, 2, 3, 4]) desk.report(PI, `errand-${id}`, DONE);
  await Promise.all(taken);
});

test('a runner that took an errand and died is waited for no longer than timeout and grace', async () => {
  const desk = deskOf({ grace: seconds(0.01) });
  const outcome = desk.run(['ups'], '', seconds(0.02));
  desk.take(PI, 'claim-1');
  expect(await refusal(outcome)).toBe(
    'runner pi took it and has not said within 0.03 s how it ended',
  );
  expect(desk.report(PI, 'errand-1', DONE)).toBe(false);
});

test('more than thirty-two errands are refused, until one has ended', async () => {
  const desk = deskOf();
  const outcomes = Array.from({ length: 32 }, () => look(desk));
  expect(await refusal(look(desk))).toBe('32 other commands wait for a runner already');
  const [first] = ids(desk, PI, 'claim-1');
  desk.report(PI, first ?? '', DONE);
  await outcomes[0];
  const next = look(desk);
  desk.close();
  expect(await refusal(next)).toBe('the gateway is ending');
  await Promise.allSettled(outcomes);
});

test('as the gateway ends, what waits, what is with a runner and what still comes are refused', async () => {
  const desk = deskOf();
  const taken = look(desk);
  desk.take(PI, 'claim-1');
  const waiting = look(desk);
  desk.close();
  for (const errand of [taken, waiting, look(desk)]) {
    expect(await refusal(errand)).toBe('the gateway is ending');
  }
  expect(desk.report(PI, 'errand-1', DONE)).toBe(false);
});
