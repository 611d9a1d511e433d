import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCron } from './parse-cron.ts';

const ZONE = 'Europe/London';

/** The message of a line that must be refused. */
function refusal(text: string, zone: string = ZONE): string {
  const parsed = parseCron(text, zone);
  if (parsed.ok) throw new Error(`"${text}" was taken`);
  return parsed.message;
}

describe('a line that is taken', () => {
  test('becomes a schedule with one space between its fields', () => {
    expect(parseCron('  30\t1  * * * ', ZONE)).toEqual({
      ok: true,
      cron: { kind: 'cron', expression: '30 1 * * *', timeZone: ZONE },
    });
  });

  test.each([
    '*/15 * * * *',
    '0,30 8-18/2 1-15 */3 mon-fri',
    '0 0 * JAN,jul Sun',
    '0 0 * * sat-sun',
    '0 0 * * sun-tue',
    '0 0 * * 7',
    '0 0 29 2 *',
    '0 0 31 2 mon',
    '@hourly',
    '@daily',
    '@weekly',
    '@monthly',
    '@yearly',
    '@Midnight',
    '@annually',
  ])('%s', (text) => expect(parseCron(text, ZONE).ok).toBe(true));
});

describe('a line that is refused', () => {
  test.each([
    ['', 'is empty'],
    ['   ', 'is empty'],
    ['0 1 * *', 'has 4 fields, not 5'],
    ['hourly', 'has 1 field, not 5'],
    ['0 0 1 * * *', 'no field for seconds'],
    ['@reboot', '@hourly, @daily'],
    ['@constructor', 'not one of the names'],
    ['60 * * * *', 'the minute "60" is not a number from 0 to 59'],
    ['0 24 * * *', 'the hour "24" is not a number from 0 to 23'],
    ['0 0 0 * *', 'the day of the month "0"'],
    ['0 0 * 13 *', 'the month "13" is not a number from 1 to 12, a name from jan to dec'],
    ['0 0 * * 8', 'the day of the week "8"'],
    ['0 0 * * monday', 'the day of the week "monday"'],
    ['0 22-6 * * *', 'the hour "22-6" runs backwards; write 22-23,0-6'],
    ['0 0 * * fri-mon', 'runs backwards; write fri-6,0-mon'],
    ['5/10 * * * *', 'steps from a single number; write 5-59/10'],
    ['*/0 * * * *', 'a step that is not between 1 and 60'],
    ['*/90 * * * *', 'a step that is not between 1 and 60'],
    ['*-5 * * * *', 'the minute "*-5"'],
    ['1,,2 * * * *', 'the minute ""'],
    ['-5 * * * *', 'the minute "-5"'],
    ['1.5 * * * *', 'the minute "1.5"'],
    ['0 0 L * *', 'the day of the month "L"'],
    ['0 0 15W * *', 'the day of the month "15W"'],
    ['0 0 * * mon#1', 'the day of the week "mon#1"'],
    ['0 0 ? * *', 'the day of the month "?"'],
    ['0 0 31 2 *', 'can never come'],
    ['0 0 30-31 2 *', 'can never come'],
    ['0 0 31 4,6,9,11 *', 'can never come'],
  ])('"%s": %s', (text, part) => expect(refusal(text)).toContain(part));

  test('the zone is named when it is what is wrong', () => {
    expect(refusal('0 0 * * *', 'europe/london')).toContain('"europe/london"');
    expect(refusal('0 0 * * *', '+01:00')).toContain('IANA');
  });
});

test('any text is either taken or refused with a sentence, and nothing is thrown', () => {
  const unit = fc.constantFrom(...'0123456789*/-,@LW#?'.split(''), 'jan', 'mon', 'sun');
  const part = fc.oneof(fc.constantFrom('*', '1', '1-5', 'sun'), fc.string({ unit, maxLength: 5 }));
  const texts = fc.array(part, { minLength: 4, maxLength: 6 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parseCron(text, ZONE);
      expect(parsed.ok ? 'taken.' : parsed.message).toMatch(/\.$/);
    }),
    { numRuns: 2000 },
  );
});
