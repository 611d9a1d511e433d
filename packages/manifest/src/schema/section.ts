import * as v from 'valibot';

import { suggest } from '../nearest.ts';
import { mustBe, packed, quoted, type About, type Wrong } from './leaf.ts';

/**
 * A map with the names of `entries` and no others. Every fault in it is reported, not only the first, and a name that
 * is not known comes with the nearest one that is. `hints` say what to do instead about a name that is unknown or missing.
 */
export function section<const E extends v.ObjectEntries>(
  about: About,
  entries: E,
  hints: Readonly<Record<string, string>> = {},
): v.GenericSchema<unknown, v.InferOutput<v.ObjectSchema<E, undefined>>> {
  const known = Object.keys(entries);
  return v.pipe(
    mapsOnly(v.looseObject(entries, (issue) => missing(issue, entries, hints))),
    v.rawCheck(({ dataset, addIssue }) => {
      const value: Readonly<Record<string, unknown>> = isMap(dataset.value) ? dataset.value : {};
      for (const key of Object.keys(value).filter((name) => !known.includes(name))) {
        const hint = told(hints, key) ?? suggest(key, 'allowed', known);
        addIssue({
          message: packed({ message: `unknown key "${key}"`, hint }),
          path: [keyItem(value, key)],
        });
      }
    }),
    v.metadata({ description: about.says, examples: [about.example] }),
  ) as v.GenericSchema<unknown, v.InferOutput<v.ObjectSchema<E, undefined>>>;
}

/** A map from names of the operator's own choice to entries. It keeps their order. */
export function table<T>(
  about: About,
  key: v.GenericSchema<string, string>,
  entry: v.GenericSchema<unknown, T>,
): v.GenericSchema<unknown, ReadonlyMap<string, T>> {
  return v.pipe(
    mapsOnly(v.record(key, entry, ({ input }) => packed(mustBe('a map of names', input)))),
    v.metadata({ description: about.says, examples: [about.example] }),
    v.transform((record) => new Map(Object.entries(record))),
  );
}

/** A list. Its items may be the same only if `repeats` says so. */
export function list<T>(
  about: About,
  item: v.GenericSchema<unknown, T>,
  { least = 0, repeats = false }: { readonly least?: number; readonly repeats?: boolean } = {},
): v.GenericSchema<unknown, readonly T[]> {
  return v.pipe(
    v.array(item, ({ input }) => packed(notList(input))),
    v.metadata({
      description: about.says,
      examples: [about.example],
      ...(least > 0 ? { minItems: least } : {}),
      ...(repeats ? {} : { uniqueItems: true }),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const items = dataset.value;
      if (items.length < least)
        addIssue({ message: packed({ message: 'the list is empty', hint: null }) });
      for (const [index, value] of items.entries()) {
        if (repeats || items.indexOf(value) === index) continue;
        const message = packed({ message: `${quoted(String(value))} is listed twice`, hint: null });
        addIssue({
          message,
          path: [{ type: 'array', origin: 'value', input: items, key: index, value }],
        });
      }
    }),
  );
}

function notList(input: unknown): Wrong {
  return mustBe('a list', input, typeof input === 'string' ? `write [${input}]` : null);
}

/** A value that may have one of two forms. Only the one that `pick` takes it for is looked at, so that its faults are told. */
export function either<A, B>(
  about: About,
  pick: (input: unknown) => 0 | 1,
  forms: readonly [v.GenericSchema<unknown, A>, v.GenericSchema<unknown, B>],
): v.GenericSchema<unknown, A | B> {
  // An editor is shown both forms: without a value in hand there is none to pick.
  const both = v.union([...forms]);
  return v.pipe(
    v.lazy((input): v.GenericSchema<unknown, A | B> =>
      input === undefined ? both : forms[pick(input)],
    ),
    v.metadata({ description: about.says, examples: [about.example] }),
  );
}

/** The place of a name in a map, for an issue. */
export function keyItem(value: Readonly<Record<string, unknown>>, key: string): v.IssuePathItem {
  return { type: 'object', origin: 'key', input: { ...value }, key, value: value[key] };
}

/** True for what YAML calls a map. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema, for maps alone: valibot itself takes a list for a map with the names 0, 1 and so on. */
function mapsOnly<S extends v.GenericSchema>(schema: S): v.LazySchema<S> {
  const refused = v.never(({ input }) => packed(mustBe('a map of names', input)));
  // `never` has no output, so it can stand for any schema.
  return v.lazy((input) => (Array.isArray(input) ? (refused as unknown as S) : schema));
}

/** The hint for a name, which is the operator's: `toString` must not find what every object has. */
function told(hints: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(hints, key) ? (hints[key] ?? null) : null;
}

function missing(
  issue: v.LooseObjectIssue,
  entries: v.ObjectEntries,
  hints: Readonly<Record<string, string>>,
): string {
  const key = issue.path?.at(-1)?.key;
  if (typeof key !== 'string') return packed(mustBe('a map of names', issue.input));
  const entry = entries[key];
  const about: Readonly<Record<string, unknown>> =
    entry === undefined || entry.async ? {} : v.getMetadata(entry);
  const examples: unknown = about['examples'];
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const written =
    isMap(example) || example === undefined ? null : `write ${key}: ${shown(example)}`;
  const hint = told(hints, key) ?? written;
  return packed({ message: 'is missing', hint });
}

function shown(example: unknown): string {
  return Array.isArray(example) ? `[${example.join(', ')}]` : String(example);
}
