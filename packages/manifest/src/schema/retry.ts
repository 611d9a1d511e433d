import { EX_TEMPFAIL } from '@hearth/words';
import * as v from 'valibot';

import type { Retry } from '../types.ts';
import { duration } from './duration.ts';
import { count } from './numbers.ts';
import { leaf, mustBe, packed, right, wrong, type About } from './leaf.ts';
import { list, section } from './section.ts';

const ATTEMPTS = 3;

/** How often, and how far apart, a failed run is tried again. */
export const retry: v.GenericSchema<unknown, Retry> = v.pipe(
  section(
    {
      says: 'How often, and how far apart, a failed run is tried again.',
      example: { attempts: 4, backoff: '30s', max: '1h' },
    },
    {
      attempts: v.optional(
        count(
          {
            says: 'The run is dead at this many failed attempts; 1 means that nothing is tried again. Without it and without `for`, 3.',
            example: 4,
          },
          1,
          100,
        ),
      ),
      for: v.optional(
        duration({
          says: 'Instead of a number: it is tried again for this long since the first attempt failed.',
          example: '2h',
        }),
      ),
      backoff: v.optional(
        duration({
          says: 'The pause before the second attempt. It doubles with each failure; the pause taken is a random 50 to 100 % of it.',
          example: '30s',
        }),
        '30s',
      ),
      max: v.optional(duration({ says: 'The longest pause.', example: '1h' }), '1h'),
      final: v.optional(
        list(
          {
            says: 'Exit codes that make the run dead at once, since trying again cannot help.',
            example: [2],
          },
          exitCode({ says: 'An exit code.', example: 2 }),
        ),
        [],
      ),
    },
  ),
  v.forward(
    v.partialCheck(
      [['attempts'], ['for']],
      (input) => input.attempts === undefined || input.for === undefined,
      packed({ message: 'stands beside attempts', hint: 'keep one of them: a number, or a time' }),
    ),
    ['for'],
  ),
  v.forward(
    v.partialCheck(
      [['backoff'], ['max']],
      ({ backoff, max }) => backoff <= max,
      packed({ message: 'is longer than the longest pause', hint: 'raise max (default 1h)' }),
    ),
    ['backoff'],
  ),
  v.transform(({ attempts, for: time, backoff, max, final }) => ({
    attempts: attempts ?? ATTEMPTS,
    for: time ?? null,
    backoff,
    max,
    final,
  })),
);

/** A code by which a command says something of its own: not 0, and not the one that means "not now". */
export function exitCode(about: About): v.GenericSchema<unknown, number> {
  const json = { type: 'integer', minimum: 1, maximum: 255 };
  return leaf(about, 'exit code', json, (input) => {
    if (typeof input !== 'number') return mustBe('an exit code', input);
    if (input === EX_TEMPFAIL) {
      return wrong(`${EX_TEMPFAIL} always means "not now, try again"`, 'choose another code');
    }
    if (Number.isInteger(input) && input >= 1 && input <= 255) return right(input);
    return wrong(`${input} is not allowed`, 'write a code from 1 to 255');
  });
}
