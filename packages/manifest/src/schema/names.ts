import * as v from 'valibot';

import { packed, quoted } from './leaf.ts';

const LONGEST_NAME = 63;

/** The name of a job, a machine, a budget and so on: lower-case words with single dashes between them. */
export const plainName: v.GenericSchema<string, string> = key(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'lower-case letters, digits and single dashes between them',
  (name) => slug(name, '-'),
);

/**
 * The name of a class. It becomes `hearth-<class>.slice`, and systemd takes each dash for a level: the slice of a class
 * `a-b` would lie inside that of a class `a`, and under its limits.
 */
export const className: v.GenericSchema<string, string> = key(
  /^[a-z0-9_]+$/,
  'lower-case letters, digits and underscores: it becomes hearth-<class>.slice, where systemd takes a dash for a slice in a slice',
  (name) => slug(name, '_'),
);

/** The name of an environment variable, except those by which hearth speaks to a run. */
export const variableName: v.GenericSchema<string, string> = v.pipe(
  key(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'letters, digits and underscores, and no digit at its start',
    null,
  ),
  v.check(
    (name) => !name.startsWith('HEARTH_'),
    packed({
      message: 'names that start with HEARTH_ are set by hearth',
      hint: 'choose another name',
    }),
  ),
);

/** The name of a parameter; in capitals it becomes part of the name of an environment variable. */
export const parameterName: v.GenericSchema<string, string> = key(
  /^[a-z][a-z0-9_]*$/,
  'lower-case letters, digits and underscores, and a letter at its start',
  (name) => slug(name, '_'),
);

/** The name of a model as its server spells it. */
export const modelName: v.GenericSchema<string, string> = v.pipe(
  key(/^\S{1,255}$/, 'characters other than spaces', null, 255),
  v.check(
    (name) => name !== 'auto',
    packed({ message: '"auto" stands for whatever model is loaded', hint: 'choose another name' }),
  ),
);

function key(
  pattern: RegExp,
  allowed: string,
  mend: ((name: string) => string) | null,
  longest: number = LONGEST_NAME,
): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    v.metadata({ pattern: pattern.source, maxLength: longest }),
    v.check(
      (name) => pattern.test(name) && name.length <= longest,
      ({ input }) => {
        if (input.length > longest) {
          return packed({ message: `the name is longer than ${longest} characters`, hint: null });
        }
        const better = mend?.(input) ?? '';
        const hint = pattern.test(better) ? `write ${better}` : null;
        return packed({ message: `the name ${quoted(input)} may only have ${allowed}`, hint });
      },
    ),
  );
}

function slug(name: string, joint: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join(joint);
}
