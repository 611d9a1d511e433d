import { expect, test } from 'vitest';
import { spanAt } from './span-at.ts';
import type { Window } from './window.ts';
import { at } from './zoned.test.helper.ts';

const night: Window = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '22:00',
  to: '06:00',
  timeZone: 'Europe/London',
};

test('a window is open from its opening on and closed from its closing on', () => {
  const span = { opens: at('2026-11-27T22:00Z'), closes: at('2026-11-28T06:00Z') };
  expect(spanAt(night, at('2026-11-27T21:59:59.999Z'))).toBeNull();
  expect(spanAt(night, at('2026-11-27T22:00Z'))).toEqual(span);
  expect(spanAt(night, at('2026-11-28T05:59:59.999Z'))).toEqual(span);
  expect(spanAt(night, at('2026-11-28T06:00Z'))).toBeNull();
});

test('where two spans touch, the later one is open at that instant', () => {
  const always: Window = { ...night, days: ['mon', 'tue'], from: '00:00', to: '00:00' };
  expect(spanAt(always, at('2026-11-24T00:00Z'))).toEqual({
    opens: at('2026-11-24T00:00Z'),
    closes: at('2026-11-25T00:00Z'),
  });
});

test('in an hour that is shown again a window is as it was at the end of its first showing', () => {
  const window: Window = { ...night, days: ['sun'], from: '01:00', to: '01:30' };
  expect(spanAt(window, at('2026-10-25T01:15+01:00'))).not.toBeNull();
  expect(spanAt(window, at('2026-10-25T01:15+00:00'))).toBeNull();
  expect(spanAt({ ...window, to: '09:00' }, at('2026-10-25T01:15+00:00'))).not.toBeNull();
});
