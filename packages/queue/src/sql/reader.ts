import type { Statement } from './statement.ts';

/** What those ask of the file who only read it. */
export interface Reader {
  /** The first row, or undefined. */
  get<P, R>(statement: Statement<P, R>, parameters: P): R | undefined;
  /** All rows. */
  all<P, R>(statement: Statement<P, R>, parameters: P): R[];
  /** True inside a transaction. */
  readonly isWriting: boolean;
}
