import { expect, test } from 'vitest';

import { verdictOnSystemd } from './systemd.ts';

test('what it is too old for is told, each by itself', () => {
  expect(verdictOnSystemd({ version: 252, lost: [] })).toEqual([
    { verdict: 'ok', says: 'systemd 252', mend: null },
  ]);
  const found = verdictOnSystemd({ version: 241, lost: ['systemd 241 cannot do this'] });
  expect(found.map(({ verdict, says }) => `${verdict}: ${says}`)).toEqual([
    'warning: systemd 241 is older than 252, with which hearth is tried',
    'warning: systemd 241 cannot do this',
  ]);
});

test('without it no job is held to anything', () => {
  expect(verdictOnSystemd(null)[0]?.verdict).toBe('fault');
});
