import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { writeError } from './sqlite-error.ts';

/** A database connection for all parts of the store: rows as plain objects, and atomic writes. */
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
   * Runs writes in one transaction with one sync. A nested call joins the outer transaction. Throws `storage-full` or
   * `storage-failed` if SQLite fails, and anything else as it was thrown; then nothing is stored.
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

  /**
   * Some SQLite errors have rolled back already, and on a dead disk the rollback fails too. The first error is the one
   * to report.
   */
  #rollBack(): void {
    try {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
    } catch {
      // The first error is already being thrown.
      return;
    }
  }
}

/** A query whose rows have the columns that `Row` has as keys. */
export class Query<Row> {
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  all(...values: SQLInputValue[]): Row[] {
    return this.#statement.all(...values).map((row) => ({ ...row }) as Row);
  }

  /** The first row; undefined if there is none. */
  first(...values: SQLInputValue[]): Row | undefined {
    const found = this.#statement.get(...values);
    return found && ({ ...found } as Row);
  }
}
