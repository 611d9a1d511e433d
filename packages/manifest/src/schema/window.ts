import { parseDays, type Weekday } from '@hearth/calendar';
import { PRIORITIES, type ClassName } from '@hearth/words';
import * as v from 'valibot';

import type { ReservingWindow } from '../types.ts';
import { leaf, mustBe, right, type About } from './leaf.ts';
import { list, section } from './section.ts';
import { choice, date, reference, refusal, timeOfDay } from './texts.ts';

/** For editors: what a list of days is made of. */
const DAY = {
  title: 'day',
  description: 'A day, or a range of days.',
  examples: ['mon'],
  type: 'string',
};

/** A recurring span of time that reserves classes. */
export const window: v.GenericSchema<unknown, Omit<ReservingWindow, 'name'>> = section(
  {
    says: 'A recurring span of time that reserves classes for some priorities. It decides when runs may start; calls are never bound by it.',
    example: { days: 'mon-fri', from: '09:00', to: '17:30', reserves: ['gpu'], admits: ['user'] },
  },
  {
    days: days({
      says: 'The days on which it opens: `mon-fri`, `sat,sun`, `mon-wed,fri`, `daily`, or a list of days.',
      example: 'mon-fri',
    }),
    from: timeOfDay({ says: 'When it opens, in the time zone of the house.', example: '09:00' }),
    to: timeOfDay({
      says: 'When it closes; on the next day if that is not after `from`.',
      example: '17:30',
    }),
    except: v.optional(
      list(
        { says: 'Dates on which it does not open, such as holidays.', example: ['2026-12-25'] },
        date({ says: 'A date.', example: '2026-12-25' }),
      ),
      [],
    ),
    reserves: list(
      { says: 'The classes that it keeps free.', example: ['gpu'] },
      reference<ClassName>({ says: 'A class.', example: 'gpu' }, 'class'),
      { least: 1 },
    ),
    admits: list(
      {
        says: 'The priorities whose runs may start inside it, and before it without fitting in. The others must be able to end before it opens.',
        example: ['interactive', 'user'],
      },
      choice({ says: 'A priority.', example: 'user' }, PRIORITIES),
      { least: 1 },
    ),
  },
);

function days(about: About): v.GenericSchema<unknown, readonly Weekday[]> {
  return leaf(about, 'days', { type: ['string', 'array'], items: DAY }, (input) => {
    const words = Array.isArray(input) ? input.join(',') : input;
    if (typeof words !== 'string') return mustBe('days such as mon-fri', input);
    const read = parseDays(words);
    return read.ok ? right(read.days) : refusal(read.message);
  });
}
