import * as v from 'valibot';

import type { ResourceClass } from '../types.ts';
import { count, percent } from './numbers.ts';
import { size } from './size.ts';
import { section } from './section.ts';

/** A resource class. */
export const resourceClass: v.GenericSchema<unknown, Omit<ResourceClass, 'name'>> = section(
  {
    says: 'A resource class: the limits of each of its runs, and how many there may be at once. Each class needs its slice unit, `hearth-<class>.slice`.',
    example: { concurrency: 1, memory: '2G', cpu: '100%' },
  },
  {
    concurrency: v.optional(
      count({ says: 'How many runs of it may be going at once.', example: 1 }, 1, 64),
      1,
    ),
    memory: size({
      says: 'The most memory that one run may use; above it, it is killed. The slice holds `concurrency` times as much.',
      example: '2G',
    }),
    cpu: percent({
      says: 'The most processor time that one run may use, in percent of one core. The slice holds `concurrency` times as much.',
      example: '100%',
    }),
  },
);
