import * as v from 'valibot';

import type { Budget } from '../types.ts';
import { duration } from './duration.ts';
import { count } from './numbers.ts';
import { section } from './section.ts';
import { choice } from './texts.ts';

/** A named allowance of GPU time. */
export const budget: v.GenericSchema<unknown, Omit<Budget, 'name'>> = v.pipe(
  section(
    {
      says: 'An allowance of GPU time per calendar period of the time zone of the house, shared by all who name it.',
      example: { gpu_time: '90m', per: 'day' },
    },
    {
      gpu_time: duration({
        says: 'How long its calls may hold slots of machines in one period.',
        example: '90m',
      }),
      per: choice({ says: 'The period.', example: 'day' }, ['hour', 'day']),
      concurrency: v.optional(
        count(
          {
            says: 'The most calls of it on the machines at once. Without it, no limit of its own.',
            example: 1,
          },
          1,
          256,
        ),
      ),
      queue: v.optional(
        count(
          {
            says: 'The most calls of it that may wait. Without it, no limit of its own.',
            example: 4,
          },
          0,
          256,
        ),
      ),
      over: v.optional(
        choice(
          {
            says: 'When it is spent, calls wait for the next period, are refused, or run only while nothing else waits (`idle`).',
            example: 'wait',
          },
          ['wait', 'refuse', 'idle'],
        ),
        'wait',
      ),
    },
  ),
  v.transform(({ gpu_time, per, concurrency, queue, over }) => ({
    gpuTime: gpu_time,
    per,
    concurrency: concurrency ?? null,
    queue: queue ?? null,
    over,
  })),
);
