import type * as v from 'valibot';

import { leaf, mustBe, quoted, right, wrong, type About } from './leaf.ts';

/** The name of a Unix user. */
export function userName(about: About): v.GenericSchema<unknown, string> {
  const pattern = /^[a-z_][a-z0-9_-]{0,31}$/;
  return leaf(about, 'user', { type: 'string', pattern: pattern.source }, (input) => {
    if (typeof input !== 'string') return mustBe('the name of a user', input);
    if (pattern.test(input)) return right(input);
    return wrong(`${quoted(input)} is not the name of a user`, 'write one like hearth-job');
  });
}

/** A path that begins at the root. */
export function absolutePath(about: About): v.GenericSchema<unknown, string> {
  const json = { type: 'string', pattern: '^/', maxLength: 4095 };
  return leaf(about, 'absolute path', json, (input) => {
    if (typeof input !== 'string') return mustBe('a path such as /srv/photos', input);
    if (/^\/[^\0]{0,4094}$/.test(input)) return right(input);
    return wrong(`${quoted(input)} is not an absolute path`, 'write one that begins with /');
  });
}

/** The permissions that new files do not get: three octal digits. YAML would read them as a number without the quotes. */
export function umask(about: About): v.GenericSchema<unknown, string> {
  const pattern = /^0?[0-7]{3}$/;
  return leaf(about, 'octal digits', { type: 'string', pattern: pattern.source }, (input) => {
    if (typeof input !== 'string') return mustBe('octal digits in quotes', input, 'write "027"');
    if (pattern.test(input)) return right(input.slice(-3));
    return wrong(`${quoted(input)} is no umask`, 'write three digits from 0 to 7, such as "027"');
  });
}
