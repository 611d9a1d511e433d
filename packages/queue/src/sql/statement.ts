import type { Compilable, Kysely, sql } from 'kysely';

import type { Tables } from './tables.ts';

/**
 * Writes one statement with Kysely's builder. `p` holds the parameters, to be used wherever a value may stand; any
 * other value is part of the text, so that an index with `where state = 'ready'` is seen to fit. `raw` is Kysely's
 * `sql`, for what the builder cannot say.
 */
export type Build<P, R> = (db: Kysely<Tables>, p: P, raw: typeof sql) => Compilable<R>;

/** A statement that takes parameters `P` and answers rows `R`. */
export interface Statement<P, R> {
  readonly name: string;
  readonly build: Build<P, R>;
}

/** The parameters of a statement, by name. */
export type Given = Readonly<Record<string, unknown>>;

/** Reads the values of a statement's parameters, in the order in which its text asks for them. */
export type Values = (p: Given) => unknown[];

const declared: Statement<never, unknown>[] = [];

/**
 * Declares a statement. It is not compiled here: what Kysely makes of it is kept in `compiled.ts`, which the test
 * beside it writes and holds to the builders. A running gateway therefore never loads Kysely, which would cost it
 * 10 to 25 MB of memory and a tenth of a second at start on a fast machine.
 */
export function statement<P, R>(name: string, build: Build<P, R>): Statement<P, R> {
  const made: Statement<P, R> = { name, build };
  declared.push(made);
  return made;
}

/** Every statement that has been declared so far. */
export function statements(): readonly Statement<never, unknown>[] {
  return declared;
}
