import * as v from 'valibot';

import { packed, wrong, mustBe, type About } from './leaf.ts';
import { text } from './texts.ts';

/** A program and its arguments, as a list: no shell takes it apart. */
export function command(about: About): v.GenericSchema<unknown, readonly string[]> {
  return v.pipe(
    v.array(text({ says: 'The program, or an argument.', example: '--since' }), ({ input }) =>
      packed(notList(input)),
    ),
    v.metadata({
      title: 'command',
      description: about.says,
      examples: [about.example],
      minItems: 1,
    }),
    v.check(
      (words) => words[0] !== undefined && words[0] !== '',
      packed(
        wrong(
          'names no program',
          'write the program, then its arguments: [/opt/digest/bin/digest, --since, yesterday]',
        ),
      ),
    ),
  );
}

function notList(input: unknown): { message: string; hint: string | null } {
  if (typeof input !== 'string') return mustBe('a list of texts', input);
  const words = input.trim().split(/\s+/).join(', ');
  return mustBe('a list, since no shell takes it apart', input, `write [${words}]`);
}
