import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';

import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Stands for a value that is only known when the statement is run. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Keeps parameters as such, and writes every other value as a literal. */
class LiteralCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Parameter) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LiteralCompiler(),
  },
});

const parameters = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'string' ? new Parameter(name) : undefined) },
);

/** One statement: its SQL, with `?` for each parameter, and their names in the order of these. */
export interface Compilation {
  readonly text: string;
  readonly names: readonly string[];
}

/** What Kysely makes of a statement. */
export function compile(statement: Statement<never, unknown>): Compilation {
  const compiled = statement.build(builder, parameters as never, sql).compile();
  const names = compiled.parameters.map((parameter) => (parameter as Parameter).name);
  return { text: compiled.sql, names };
}
