import { PRIORITIES, type BudgetName } from '@hearth/words';
import * as v from 'valibot';

import type { Consumer, RunnerEntry } from '../types.ts';
import { duration } from './duration.ts';
import { leaf, mustBe, right, wrong, type About } from './leaf.ts';
import { list, section } from './section.ts';
import { choice, reference } from './texts.ts';

const MAKE_ONE = 'run "hearth key new NAME" and write the sha256: line that it prints';
const EXAMPLE_KEY = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** Whoever holds a key. */
export const consumer: v.GenericSchema<unknown, Omit<Consumer, 'name'>> = v.pipe(
  section(
    {
      says: 'Whoever holds a key. Without any consumer, only callers on the same box are served, and need no key.',
      example: { key: EXAMPLE_KEY, priority: 'user' },
    },
    {
      key: keyDigest({
        says: 'The SHA-256 of its key. `hearth key new NAME` makes a key and prints this line.',
        example: EXAMPLE_KEY,
      }),
      priority: v.optional(
        choice({ says: 'The highest priority it may use.', example: 'user' }, PRIORITIES),
        'batch',
      ),
      budget: v.optional(
        reference<BudgetName>(
          {
            says: 'The budget that its calls are charged to. Without it, none.',
            example: 'digest',
          },
          'budget',
        ),
      ),
      can: v.optional(
        list(
          {
            says: 'What it may do: `call` the models, `enqueue` runs, `operate` everything else.',
            example: ['call', 'enqueue'],
          },
          choice({ says: 'A right.', example: 'call' }, ['call', 'enqueue', 'operate']),
          { least: 1 },
        ),
        ['call'],
      ),
      timeout: v.optional(
        duration({
          says: 'How long an answer may take, from its admission. Without it, what its priority has.',
          example: '5m',
        }),
      ),
      max_wait: v.optional(
        duration(
          {
            says: 'How long a call of it waits for admission. Without it, what its priority has.',
            example: '2m',
          },
          '0s',
        ),
      ),
    },
    { key: MAKE_ONE },
  ),
  v.transform(({ key, priority, budget, can, timeout, max_wait }) => ({
    key,
    priority,
    budget: budget ?? null,
    can,
    timeout: timeout ?? null,
    maxWait: max_wait ?? null,
  })),
);

/** A runner that may use the runner routes of its own name. */
export const runner: v.GenericSchema<unknown, Omit<RunnerEntry, 'name'>> = section(
  {
    says: 'A runner: its key opens the runner routes of its own name and nothing else.',
    example: { key: EXAMPLE_KEY },
  },
  {
    key: keyDigest({
      says: 'The SHA-256 of its key. `hearth key new NAME` makes a key and prints this line.',
      example: EXAMPLE_KEY,
    }),
  },
  { key: MAKE_ONE },
);

/** Never shows what was written: it may be the key itself. */
function keyDigest(about: About): v.GenericSchema<unknown, string> {
  const pattern = /^sha256:[0-9a-f]{64}$/;
  return leaf(about, 'digest of a key', { type: 'string', pattern: pattern.source }, (input) => {
    if (typeof input === 'number') return wrong('must be text that begins with sha256:', MAKE_ONE);
    if (typeof input !== 'string') return mustBe('text that begins with sha256:', input, MAKE_ONE);
    if (pattern.test(input)) return right(input);
    if (!input.startsWith('sha256:'))
      return wrong('a key must not stand here in plain text', MAKE_ONE);
    return wrong('is not "sha256:" and 64 digits of 0-9 and a-f', MAKE_ONE);
  });
}
