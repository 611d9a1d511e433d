import { expect, test } from 'vitest';
import { parseDays } from './parse-days.ts';

test.each([
  ['mon-fri', 'mon tue wed thu fri'],
  ['sat,sun', 'sat sun'],
  ['sun,sat', 'sat sun'],
  ['mon-wed,fri', 'mon tue wed fri'],
  ['daily', 'mon tue wed thu fri sat sun'],
  ['tue', 'tue'],
  [' Mon - Wed , FRI ', 'mon tue wed fri'],
  ['fri-mon', 'mon fri sat sun'],
  ['mon-wed,tue', 'mon tue wed'],
  ['wed-wed', 'wed'],
])('%s means %s', (text, days) => {
  expect(parseDays(text)).toEqual({ ok: true, days: days.split(' ') });
});

test.each([
  ['', 'An empty part'],
  ['mon,', 'An empty part'],
  ['monday', '"monday"'],
  ['mon-', '"mon-"'],
  ['mon-wed-fri', '"mon-wed-fri"'],
  ['1-5', '"1-5"'],
  ['mon,daily', '"daily"'],
])('"%s" is refused for %s', (text, part) => {
  const parsed = parseDays(text);
  expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining(part) });
  expect(parsed).toMatchObject({ message: expect.stringContaining('mon-fri') });
});
