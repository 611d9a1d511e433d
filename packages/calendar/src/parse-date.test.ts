import { expect, test } from 'vitest';
import { parseDate } from './parse-date.ts';

test.each(['2026-12-25', '2028-02-29', '1999-01-01'])('%s is a date', (text) => {
  expect(parseDate(text)).toEqual({ ok: true, date: text });
});

test.each([
  '',
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '25.12.2026',
  '2026-1-1',
  '2026-12-25T00:00',
])('"%s" is none', (text) => {
  expect(parseDate(text)).toMatchObject({
    ok: false,
    message: expect.stringContaining('2026-12-25'),
  });
});
