import * as v from 'valibot';
import { expect, test } from 'vitest';

import { errorBody, errorBodySchema } from './error.ts';

test('an error says what went wrong, what would mend it, and what it was about', () => {
  const body = errorBody('conflict', 'run 3 is over', 'hearth retry 3 repeats it', {
    state: 'dead',
  });
  expect(v.parse(errorBodySchema, body)).toEqual({
    error: {
      code: 'conflict',
      message: 'run 3 is over',
      hint: 'hearth retry 3 repeats it',
      details: { state: 'dead' },
    },
  });
});

test('a code that is not one of the stable ones is no error of hearth', () => {
  const body = { error: { code: 'oops', message: '', hint: null, details: {} } };
  expect(v.safeParse(errorBodySchema, body).success).toBe(false);
});
