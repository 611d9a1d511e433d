import * as v from 'valibot';

/** What the reference says of a field. It is the one place where the field is documented. */
export interface About {
  /** One or two sentences: what it does, its unit, what happens without it. */
  readonly says: string;
  /** A value as it is written in the file. */
  readonly example: unknown;
}

/** What reading one value gives: the value, or what is wrong with it and how to mend that. */
export type Read<T> = { readonly ok: true; readonly value: T } | Wrong;

/** What is wrong with a value, and how to mend it. */
export interface Wrong {
  readonly ok: false;
  readonly message: string;
  readonly hint: string | null;
}

/** Says what is wrong with a value. */
export function wrong(message: string, hint: string | null = null): Wrong {
  return { ok: false, message, hint };
}

/** Says that a value is right. */
export function right<T>(value: T): Read<T> {
  return { ok: true, value };
}

/**
 * A schema of one value. `json` are the keywords by which an editor checks it, `read` is the whole truth: it sees what
 * stands in the file, so that it can tell `45` from `"45"`.
 */
export function leaf<T>(
  about: About,
  title: string,
  json: Readonly<Record<string, unknown>>,
  read: (input: unknown) => Read<T>,
): v.GenericSchema<unknown, T> {
  return v.pipe(
    v.unknown(),
    v.metadata({ title, description: about.says, examples: [about.example], ...json }),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const result = read(dataset.value);
      if (result.ok) return result.value;
      addIssue({ message: packed(result) });
      return NEVER;
    }),
  );
}

/** A message and its hint as the one string that a valibot issue can carry. */
export function packed({ message, hint }: Omit<Wrong, 'ok'>): string {
  return hint === null ? message : `${message}\n${hint}`;
}

/** The message and the hint of a valibot issue. */
export function unpacked(text: string): Omit<Wrong, 'ok'> {
  const [message = text, hint = null] = text.split('\n');
  return { message, hint };
}

/** The fault of a value of the wrong kind: `must be text, not the number 45`. */
export function mustBe(what: string, input: unknown, hint: string | null = null): Wrong {
  if (input === null) return wrong('has no value', hint ?? `write ${what}, or take the name out`);
  return wrong(`must be ${what}, not ${kindOf(input)}`, hint);
}

/** A short text of the file in quotes, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'string') return `the text ${quoted(input)}`;
  if (typeof input === 'object') return 'a map of names';
  return typeof input === 'number' ? `the number ${input}` : `the word ${JSON.stringify(input)}`;
}
