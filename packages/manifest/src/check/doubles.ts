import type { Finding, Path } from '../problem.ts';
import { showPath } from '../problem.ts';
import { quoted } from '../schema/leaf.ts';
import { isMap } from '../schema/section.ts';
import { atValue, entriesOf, textsAt, type Raw } from './raw.ts';

/** Finds what may stand in one place only: a key, the URL of a machine, the meaning of an alias. */
export function checkDoubles(raw: Raw): Finding[] {
  return [...keys(raw), ...urls(raw), ...aliases(raw)];
}

function keys(raw: Raw): Finding[] {
  const holders = ['consumers', 'runners'].flatMap((section) =>
    entriesOf(raw, section).flatMap(([name, entry]) => textsAt(entry, 'key', [section, name])),
  );
  return repeated(holders).map(({ path, first }) =>
    atValue(
      path,
      `is the key of ${showPath(first.slice(0, 2))} too`,
      'make a key for each with "hearth key new NAME"',
    ),
  );
}

function urls(raw: Raw): Finding[] {
  const machines = entriesOf(raw, 'machines').flatMap(([name, entry]) =>
    textsAt(entry, 'url', ['machines', name]).map(
      ([path, url]) => [path, url.replace(/\/+$/, '')] as const,
    ),
  );
  return repeated(machines).map(({ path, first }) =>
    atValue(
      path,
      `is the URL of ${showPath(first.slice(0, 2))} too`,
      'one machine can have several slots and models',
    ),
  );
}

interface Alias {
  readonly path: Path;
  readonly text: string;
  readonly model: string;
}

/** The same model on two machines may have the same alias: it still means one thing. */
function aliases(raw: Raw): Finding[] {
  const models = new Set<string>();
  const given: Alias[] = [];
  for (const [machine, entry] of entriesOf(raw, 'machines')) {
    for (const [model, hints] of entriesOf(entry, 'models')) {
      models.add(model);
      const path = ['machines', machine, 'models', model];
      if (!isMap(hints)) continue;
      for (const [at, text] of textsAt(hints, 'aliases', path))
        given.push({ path: at, text, model });
    }
  }
  const meaning = new Map<string, string>();
  return given.flatMap(({ path, text, model }) => {
    const hint = 'an alias means one model in the whole house';
    if (models.has(text))
      return [atValue(path, `${quoted(text)} is the name of a model itself`, hint)];
    const known = meaning.get(text) ?? model;
    meaning.set(text, known);
    return known === model
      ? []
      : [atValue(path, `${quoted(text)} already means ${quoted(known)}`, hint)];
  });
}

/** Those whose text an earlier one has, each with the path of the first. */
function repeated(texts: readonly (readonly [Path, string])[]): { path: Path; first: Path }[] {
  const seen = new Map<string, Path>();
  return texts.flatMap(([path, text]) => {
    const first = seen.get(text);
    if (first === undefined) seen.set(text, path);
    return first === undefined ? [] : [{ path, first }];
  });
}
