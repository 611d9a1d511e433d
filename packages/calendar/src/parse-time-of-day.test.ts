import { expect, test } from 'vitest';
import { minutesOf, parseTimeOfDay } from './parse-time-of-day.ts';

test.each(['00:00', '09:00', '17:30', '23:59'])('%s is a time of day', (text) => {
  expect(parseTimeOfDay(text)).toEqual({ ok: true, time: text });
});

test.each(['', '9:00', '09.00', '24:00', '12:60', '0900', '09:00:00', ' 09:00', '09:00\n'])(
  '"%s" is none',
  (text) => {
    expect(parseTimeOfDay(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining('HH:MM'),
    });
  },
);

test('24:00 is told how the end of a day is written', () => {
  expect(parseTimeOfDay('24:00')).toMatchObject({ message: expect.stringContaining('is 00:00') });
});

test('minutes are counted from midnight, and a time that is none is a mistake of the caller', () => {
  expect(minutesOf('17:30')).toBe(1050);
  expect(() => minutesOf('9:5')).toThrow(RangeError);
});
