import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { writeError } from './sqlite-error.ts';

/** A database with what the parts of the store share: rows as plain objects, and writes that are whole or not at all. */
export class Connection {
  readonly database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  prepare(sql: string): StatementSync {
    return this.database.prepare(sql);
  }

  query<Row>(sql: string): Query<Row> {
    return new Query<Row>(this.database.prepare(sql));
  }

  /**
   * Write in one transaction with one sync; within another one it is a part of that. Throws `storage-full` or
   * `storage-failed` where SQLite fails, and whatever else was thrown as it is; then nothing is stored.
   */
  transaction<Result>(write: () => Result): Result {
    if (this.database.isTransaction) return write();
    try {
      this.#begin.run();
      const result = write();
      this.#commit.run();
      return result;
    } catch (thrown) {
      this.#rollBack();
      throw writeError(thrown);
    }
  }

  /** Some errors of SQLite have rolled back already, and on a dead disk the rollback fails too: the first error counts. */
  #rollBack(): void {
    try {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
    } catch {
      // The first error counts, and it is on its way.
      return;
    }
  }
}

/** A query that gives rows whose columns are named as the members of `Row`. */
export class Query<Row> {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  all(...values: SQLInputValue[]): Row[] {
    return this.#statement.all(...values).map((row) => ({ ...row }) as Row);
  }

  /** The first row, or undefined where there is none. */
  first(...values: SQLInputValue[]): Row | undefined {
    const found = this.#statement.get(...values);
    return found && ({ ...found } as Row);
  }
}
