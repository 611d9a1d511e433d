import { expect, test } from 'vitest';

import { verdictOnClock } from './clock.ts';

const UNKEPT = { synchronised: false, kept: false, ownClock: false };

test('a clock that is synchronised is well, whoever keeps it', () => {
  expect(verdictOnClock({ ...UNKEPT, synchronised: true })).toEqual([
    { verdict: 'ok', says: 'the clock is synchronised', mend: null },
  ]);
});

test('a clock that nothing keeps is told with what would', () => {
  const [found] = verdictOnClock(UNKEPT);
  expect(found).toMatchObject({
    verdict: 'warning',
    mend: expect.stringContaining('set-ntp true'),
  });
  expect(found?.says).toContain('schedules wait for it for five minutes');
});

test('a clock that is kept and not there yet needs the network, not a service', () => {
  const [found] = verdictOnClock({ ...UNKEPT, kept: true });
  expect(found?.mend).toContain('look at the network');
});

test('a machine with a clock of its own does not wait', () => {
  const [found] = verdictOnClock({ ...UNKEPT, synchronised: null, ownClock: true });
  expect(found?.says).toContain('schedules go by the clock of the machine itself');
});
