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

/** Writes parameters by name and every other value as a literal. */
class LiteralCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Parameter) this.append(`@${value.name}`);
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

/** The SQL of one statement, its parameters written `@name`. */
export function compile(statement: Statement<never, unknown>): string {
  return statement.build(builder, parameters as never, sql).compile().sql;
}
