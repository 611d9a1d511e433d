import type Database from 'better-sqlite3';

import { Running } from './attempts/running.ts';
import { StorageError, storageProblem } from './problem.ts';
import { TEXTS, VALUES } from './sql/compiled.ts';
import type { Reader } from './sql/reader.ts';
import type { Given, Statement, Values } from './sql/statement.ts';

/** How hard a commit is. `full` survives a power cut; `normal` survives everything else, and is synced with the next full one. */
export type Durability = 'full' | 'normal';

/** What a statement that answers no rows did. */
export interface Changed {
  readonly changes: number;
  /** The id of the row that was inserted, where one was. */
  readonly lastId: number;
}

interface Prepared {
  readonly run: Database.Statement;
  readonly values: Values;
}

/** The one connection to the file: transactions, and each statement prepared once. All of it is synchronous. */
export class Store implements Reader {
  readonly file: string;
  /** The runs that are running. */
  readonly running: Running = new Running(this);
  readonly #db: Database.Database;
  readonly #strongest: Durability;
  readonly #prepared = new Map<string, Prepared>();
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  /** How hard the open transaction will be committed; null while none is open. */
  #level: Durability | null = null;
  /** What has gone wrong in the open transaction: whoever catches it cannot have the rest committed without it. */
  #failure: { readonly error: unknown } | null = null;

  /** Takes over a connection whose pragmas are set and whose `synchronous` is NORMAL. */
  constructor(db: Database.Database, strongest: Durability) {
    this.#db = db;
    this.file = db.name;
    this.#strongest = strongest;
    this.#begin = db.prepare('begin immediate');
    this.#commit = db.prepare('commit');
    this.#rollback = db.prepare('rollback');
  }

  /** The first row, or undefined. Only for statements that read: an error of the commit would not be seen. */
  get<P, R>(statement: Statement<P, R>, parameters: P): R | undefined {
    this.#refuseAfterFailure();
    try {
      const { run, values } = this.#prepare(statement.name);
      return run.get(...values(parameters as Given)) as R | undefined;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** All rows. */
  all<P, R>(statement: Statement<P, R>, parameters: P): R[] {
    this.#refuseAfterFailure();
    try {
      const { run, values } = this.#prepare(statement.name);
      return run.all(...values(parameters as Given)) as R[];
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Carries out a statement that answers no rows. */
  run<P>(statement: Statement<P, unknown>, parameters: P): Changed {
    this.#refuseAfterFailure();
    try {
      const { run, values } = this.#prepare(statement.name);
      const { changes, lastInsertRowid } = run.run(...values(parameters as Given));
      return { changes, lastId: Number(lastInsertRowid) };
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Does all of `work` or, if it throws, none of it. Inside another transaction it becomes a part of that one. */
  write<T>(work: () => T): T {
    return this.#level === null ? this.#transaction('normal', work) : this.#guarded(work);
  }

  /**
   * Like {@link write}, and on disk when it returns: what is acknowledged after it survives a power cut. It must not
   * stand inside a weaker transaction, whose end decides; that throws.
   */
  durably<T>(work: () => T): T {
    if (this.#level === 'normal' && this.#strongest === 'full') {
      throw new Error(
        'durably() stands inside write(), whose commit is weaker: make the outer one durable.',
      );
    }
    return this.#level === null ? this.#transaction(this.#strongest, work) : this.#guarded(work);
  }

  /**
   * Carries out one statement, on disk when this returns: shorter than {@link durably} around it by two calls of SQLite.
   * Inside a transaction it becomes a part of that one, under the same rule.
   */
  runDurably<P>(statement: Statement<P, unknown>, parameters: P): Changed {
    if (this.#level !== null) return this.durably(() => this.run(statement, parameters));
    if (this.#strongest === 'normal') return this.run(statement, parameters);
    this.#db.exec('pragma synchronous = full');
    try {
      return this.run(statement, parameters);
    } finally {
      this.#db.exec('pragma synchronous = normal');
    }
  }

  /** True inside a transaction. */
  get isWriting(): boolean {
    return this.#level !== null;
  }

  /** Runs text that belongs to no statement, such as a pragma; answers its rows. */
  pragma(text: string): readonly Record<string, unknown>[] {
    return this.#guarded(() => this.#db.pragma(text) as Record<string, unknown>[]);
  }

  /** Copies the whole file page by page, a few at a time between other work. */
  async copyTo(destination: string): Promise<void> {
    try {
      await this.#db.backup(destination);
    } catch (error) {
      throw this.#translated(error);
    }
  }

  /** False once it has been closed. */
  get isOpen(): boolean {
    return this.#db.open;
  }

  /** Writes the log back into the file and closes it. Closing twice is allowed. */
  close(): void {
    this.#db.close();
  }

  #transaction<T>(level: Durability, work: () => T): T {
    // As text each time: `synchronous` is set while a pragma is compiled, so that a prepared one sets it only once.
    if (level === 'full') this.#db.exec('pragma synchronous = full');
    try {
      return this.#guarded(() => {
        this.#begin.run();
        this.#level = level;
        const result = work();
        if (result instanceof Promise) {
          throw new TypeError('A transaction cannot wait: its work must not be async.');
        }
        if (this.#failure !== null) throw this.#failure.error;
        this.#commit.run();
        this.running.committed();
        return result;
      });
    } finally {
      this.#level = null;
      this.#failure = null;
      this.running.undone();
      // Still open here means that something was thrown; SQLite itself rolls back when the disk is full.
      if (this.#db.inTransaction) this.#rollback.run();
      if (level === 'full') this.#db.exec('pragma synchronous = normal');
    }
  }

  #prepare(name: string): Prepared {
    const known = this.#prepared.get(name);
    if (known !== undefined) return known;
    const text = TEXTS[name];
    const values = VALUES[name];
    if (text === undefined || values === undefined)
      throw new Error(`The statement "${name}" has not been compiled: run the tests with -u.`);
    const prepared = { run: this.#db.prepare(text), values };
    this.#prepared.set(name, prepared);
    return prepared;
  }

  #guarded<T>(work: () => T): T {
    this.#refuseAfterFailure();
    try {
      return work();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #refuseAfterFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** What to throw, which from here on stands in the way of the open transaction's commit. */
  #failed(error: unknown): unknown {
    const translated = this.#translated(error);
    if (this.#level !== null) this.#failure ??= { error: translated };
    return translated;
  }

  #translated(error: unknown): unknown {
    const problem = storageProblem(error, this.file);
    return problem === null ? error : new StorageError(problem, error);
  }
}
