import * as v from 'valibot';

import type { Parameter } from '../types.ts';
import { leaf, mustBe, packed, right, wrong, type About, type Read } from './leaf.ts';
import { list, section } from './section.ts';
import { choice, text } from './texts.ts';

const LONGEST_VALUE = 1024;

/** A value that whoever enqueues a run may pass. */
export const parameter: v.GenericSchema<unknown, Parameter> = v.pipe(
  section(
    {
      says: 'A value that whoever starts a run may pass. The command finds it in the environment variable HEARTH_PARAM_<NAME>, its name in capitals.',
      example: { type: 'text', default: 'yesterday' },
    },
    {
      type: v.optional(
        choice({ says: 'What it must be.', example: 'text' }, ['text', 'number', 'boolean']),
        'text',
      ),
      default: v.optional(
        scalar({
          says: 'Its value when none is passed. Without it, one must be passed.',
          example: 'yesterday',
        }),
      ),
      one_of: v.optional(
        list(
          {
            says: 'The only texts that may be passed. Without it, any of at most 1,024 characters.',
            example: ['yesterday', 'last-week'],
          },
          text({ says: 'A text.', example: 'yesterday' }),
          { least: 1 },
        ),
      ),
    },
  ),
  v.forward(
    v.partialCheck(
      [['type'], ['default']],
      ({ type, default: value }) => value === undefined || typeof value === typeOf(type),
      packed({ message: 'is not of the type of the parameter', hint: 'type: text is the default' }),
    ),
    ['default'],
  ),
  v.forward(
    v.partialCheck(
      [['type'], ['one_of']],
      ({ type, one_of }) => one_of === undefined || type === 'text',
      packed({ message: 'only a text has a list of values', hint: 'take it out' }),
    ),
    ['one_of'],
  ),
  v.forward(
    v.partialCheck(
      [['default'], ['one_of']],
      ({ default: value, one_of }) =>
        value === undefined || one_of === undefined || one_of.includes(String(value)),
      packed({ message: 'is not one of the values in one_of', hint: null }),
    ),
    ['default'],
  ),
  v.transform(({ type, default: value, one_of }) => ({
    type,
    default: value ?? null,
    oneOf: one_of ?? null,
  })),
);

function typeOf(type: Parameter['type']): 'string' | 'number' | 'boolean' {
  return type === 'text' ? 'string' : type;
}

function scalar(about: About): v.GenericSchema<unknown, string | number | boolean> {
  const json = { type: ['string', 'number', 'boolean'] };
  return leaf(
    about,
    'text, number, true or false',
    json,
    (input): Read<string | number | boolean> => {
      if (typeof input === 'boolean' || Number.isFinite(input))
        return right(input as boolean | number);
      if (typeof input !== 'string') return mustBe('one value', input);
      if (input.includes('\0')) return wrong('holds a NUL byte', 'take it out');
      if (input.length <= LONGEST_VALUE) return right(input);
      return wrong(`is longer than ${LONGEST_VALUE} characters`);
    },
  );
}
