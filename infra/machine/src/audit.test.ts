import type { Run } from '@hearth/wire';
import { describe, expect, test } from 'vitest';

import { audit, type Account, type Evidence } from './audit.ts';

const CLEAN = { lost: [], doneAgain: [], misjudged: [], overlaps: [] };

function runOf(id: number, attempts: Partial<Run['attempts'][number]>[], state = 'succeeded'): Run {
  return { id, state, attempts } as unknown as Run;
}

function accountOf(key: string, run: Run): Account {
  return { key, again: { id: run.id, created: false }, run };
}

/** Run 1 was done at once; run 2 failed, and its second attempt was cut off: the third did it. */
const GOOD: Evidence = {
  acknowledged: new Map([
    ['load-0', 1],
    ['load-1', 2],
  ]),
  accounts: [
    accountOf('load-0', runOf(1, [{ id: 'a', outcome: 'exited', code: 0 }])),
    accountOf(
      'load-1',
      runOf(2, [
        { id: 'b', outcome: 'exited', code: 1 },
        { id: 'c', outcome: 'lost', code: null },
        { id: 'd', outcome: 'exited', code: 0 },
      ]),
    ),
  ],
  ledger: ['start 1 a', 'start 2 b', 'end 1 a', 'fail 2 b', 'start 2 c', 'start 2 d', 'end 2 d'],
  exits: [
    { attempt: 'a', code: 0, told: true },
    { attempt: 'b', code: 1, told: false },
  ],
};

test('what was cut off before it had ended may be done again, and what failed too', () => {
  expect(audit(GOOD)).toEqual(CLEAN);
});

/** What is lost when the account of run 1 says something else. */
function lostWith(account: Partial<Account>): readonly string[] {
  const [first, ...others] = GOOD.accounts;
  if (first === undefined) throw new Error('there is no account');
  return audit({ ...GOOD, accounts: [{ ...first, ...account }, ...others] }).lost;
}

describe('a run that was acknowledged is lost', () => {
  test('when it is not there', () => {
    expect(lostWith({ run: null })).toEqual([
      'load-0, acknowledged as run 1, is not there any more',
    ]);
  });

  test('when its key makes another run', () => {
    expect(lostWith({ again: { id: 9, created: true } })).toEqual([
      'load-0, acknowledged as run 1, is run 9 when it is asked for again',
    ]);
  });

  test('when it did not succeed', () => {
    expect(lostWith({ run: runOf(1, [], 'dead') })).toEqual([
      'load-0, acknowledged as run 1, is dead',
    ]);
  });

  test('when nobody did it, whatever the gateway says', () => {
    const ledger = GOOD.ledger.filter((line) => line !== 'end 1 a');
    expect(audit({ ...GOOD, ledger }).lost).toEqual([
      'load-0, acknowledged as run 1, is called succeeded and was never done',
    ]);
  });

  test('when its id was given to another one', () => {
    const acknowledged = new Map([...GOOD.acknowledged, ['load-2', 2]]);
    expect(audit({ ...GOOD, acknowledged }).lost).toEqual([
      'load-1, acknowledged as run 2, shares its id with load-2',
      'load-2, acknowledged as run 2, shares its id with load-1',
    ]);
  });

  test('when nobody asked for it in the end', () => {
    expect(audit({ ...GOOD, accounts: GOOD.accounts.slice(1) }).lost).toEqual([
      'load-0, acknowledged as run 1, was not asked for in the end',
    ]);
  });
});

test('a run is done again when another attempt starts after one whose record says that it succeeded', () => {
  const ledger = [...GOOD.ledger, 'start 1 e', 'end 1 e'];
  expect(audit({ ...GOOD, ledger }).doneAgain).toEqual([
    'run 1 was done by attempt a, and again by e',
  ]);
});

test('an end that the disk held and the gateway calls lost is misjudged', () => {
  const exits = [...GOOD.exits, { attempt: 'c', code: 1, told: false }];
  expect(audit({ ...GOOD, exits }).misjudged).toEqual([
    'attempt c ended with 1 and is called lost with null',
  ]);
});

test('two attempts at once are an overlap', () => {
  expect(audit({ ...GOOD, ledger: [...GOOD.ledger, 'overlap 2 e'] }).overlaps).toEqual([
    'attempt e of run 2 met another one',
  ]);
});

test('a line that no job writes is an error, not an oversight', () => {
  expect(() => audit({ ...GOOD, ledger: ['start 1'] })).toThrow('no line of the ledger');
});
