import { suggest } from '../nearest.ts';
import type { Finding } from '../problem.ts';
import { quoted } from '../schema/leaf.ts';
import { atValue, entriesOf, namesOf, textsAt, type Raw } from './raw.ts';

/** Each field that names an entry of another section. */
export const LINKS: readonly { section: string; field: string; to: string; one: string }[] = [
  { section: 'windows', field: 'reserves', to: 'classes', one: 'class' },
  { section: 'probes', field: 'machine', to: 'machines', one: 'machine' },
  { section: 'consumers', field: 'budget', to: 'budgets', one: 'budget' },
  { section: 'jobs', field: 'class', to: 'classes', one: 'class' },
  { section: 'jobs', field: 'needs', to: 'probes', one: 'probe' },
  { section: 'jobs', field: 'budget', to: 'budgets', one: 'budget' },
];

/** Finds names of entries that nothing declares. */
export function checkReferences(raw: Raw): Finding[] {
  return LINKS.flatMap(({ section, field, to, one }) => {
    const known = namesOf(raw, to);
    return entriesOf(raw, section).flatMap(([name, entry]) =>
      textsAt(entry, field, [section, name])
        .filter(([, text]) => !known.includes(text))
        .map(([path, text]) => {
          const hint = known.length > 0 ? suggest(text, to, known) : `no ${to} are declared yet`;
          return atValue(path, `unknown ${one} ${quoted(text)}`, hint);
        }),
    );
  });
}
