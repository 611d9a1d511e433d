import { instant } from '@hearth/words';
import { expect, test } from 'vitest';

import { lasting, whenIn } from './when.ts';

const at = (text: string) => instant(Date.parse(text));

test('the hour that comes twice in autumn is told apart by its zone', () => {
  const when = whenIn('Europe/London', at('2026-10-25T12:00:00Z'));
  expect(when.full('2026-10-25T00:30:00.000Z')).toBe('2026-10-25 01:30:00 BST');
  expect(when.full('2026-10-25T01:30:00.000Z')).toBe('2026-10-25 01:30:00 GMT');
});

test('midnight is hour 00', () => {
  const when = whenIn('UTC', at('2026-07-01T12:00:00Z'));
  expect(when.short('2026-07-01T00:00:00.000Z')).toBe('00:00:00');
});

test('what was and what will be is told from now', () => {
  const when = whenIn('UTC', at('2026-07-01T12:00:00Z'));
  expect(when.away('2026-07-01T11:59:26.000Z')).toBe('34 s ago');
  expect(when.away('2026-07-01T14:00:00.000Z')).toBe('in 2h');
  expect(when.since('2026-07-01T12:00:05.000Z')).toBe('0 s');
});

test('what there is not is a dash', () => {
  const when = whenIn('UTC', at('2026-07-01T12:00:00Z'));
  expect([when.full(null), when.short(null), when.away(null), lasting(null)]).toEqual(
    Array.from({ length: 4 }, () => '–'),
  );
});
