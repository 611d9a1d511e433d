import type { Seconds } from '@hearth/words';
import * as v from 'valibot';

import type { JobSchedule } from '../types.ts';
import { duration } from './duration.ts';
import { leaf, mustBe, packed, right, type About } from './leaf.ts';
import { oneKind } from './one-kind.ts';
import { either, section } from './section.ts';
import { choice, timeZone } from './texts.ts';

/** A schedule before the time zone of the house is known, which a cron line needs. */
export interface ScheduleEntry extends Omit<JobSchedule, 'when'> {
  readonly when:
    | { readonly cron: string; readonly timeZone: string | null }
    | { readonly every: Seconds };
}

const line = cronLine({
  says: 'A cron line, in the time zone of the house.',
  example: '30 1 * * *',
});

const full: v.GenericSchema<unknown, ScheduleEntry> = v.pipe(
  section(
    { says: 'When it is due, in full.', example: { cron: '30 1 * * *', jitter: '5m' } },
    {
      cron: v.optional(
        cronLine({
          says: 'A cron line of five fields, or `@daily` and the like. A fixed hour is due once on the days on which clocks change.',
          example: '30 1 * * mon-fri',
        }),
      ),
      every: v.optional(
        duration(
          {
            says: 'Instead of a cron line: due at the multiples of this since the beginning of 1970, UTC.',
            example: '15m',
          },
          '1s',
        ),
      ),
      timezone: v.optional(
        timeZone({
          says: 'The zone of the cron line. Without it, that of the house.',
          example: 'Europe/London',
        }),
      ),
      catch_up: v.optional(
        choice(
          {
            says: 'What becomes of times that passed while the house was down: the latest one is made up for, none, or all.',
            example: 'once',
          },
          ['once', 'skip', 'all'],
        ),
        'once',
      ),
      jitter: v.optional(
        duration(
          {
            says: 'Starts are put off by a fixed share of this, different for each job, so that they do not come at once.',
            example: '5m',
          },
          '0s',
        ),
        '0s',
      ),
      max_lateness: v.optional(
        duration({
          says: 'A time that passed longer ago than this is skipped. Without it, none is.',
          example: '6h',
        }),
      ),
    },
  ),
  oneKind('a schedule', ['cron', 'every']),
  v.forward(
    v.partialCheck(
      [['timezone'], ['every']],
      ({ timezone, every }) => timezone === undefined || every === undefined,
      packed({ message: 'an interval follows elapsed time, in no zone', hint: 'take it out' }),
    ),
    ['timezone'],
  ),
  v.transform(({ cron, every, timezone, catch_up, jitter, max_lateness }) => ({
    when: every === undefined ? { cron: cron ?? '', timeZone: timezone ?? null } : { every },
    catchUp: catch_up,
    jitter,
    maxLateness: max_lateness ?? null,
  })),
);

const short: v.GenericSchema<unknown, ScheduleEntry> = v.pipe(
  line,
  v.transform((cron) => v.parse(full, { cron })),
);

/** When a job is due: a cron line alone, or in full. */
export const schedule: v.GenericSchema<unknown, ScheduleEntry> = either(
  {
    says: 'When it is due: a cron line, or a map in full. Without it, only when somebody starts it.',
    example: '30 1 * * *',
  },
  (input) => (typeof input === 'object' && input !== null ? 1 : 0),
  [short, full],
);

/** The line is read together with its zone, once all files are: see check/schedules.ts. */
function cronLine(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'cron line', { type: 'string' }, (input) =>
    typeof input === 'string' ? right(input) : mustBe('a cron line such as "30 1 * * *"', input),
  );
}
