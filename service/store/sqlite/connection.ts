import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { writeError } from './sqlite-error.ts';

/** Bytes from which a write fills SQLite's log at once. */
const large = 1024 * 1024;
/** Pages of the log from which a commit copies the log into the database; SQLite's default. */
const copiedFrom = 1_000;

export class SqliteConnection {
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

  /** The query's columns must match the keys of `Row`. */
  query<Row>(sql: string) {
    const statement = this.prepare(sql);
    return {
      all: (...values: SQLInputValue[]): Row[] => statement.all(...values).map((row) => ({ ...row }) as Row),
      first: (...values: SQLInputValue[]): Row | undefined => {
        const found = statement.get(...values);
        return found && ({ ...found } as Row);
      },
    };
  }

  /** Returns a write in a transaction of its own, or in the present one. It returns the number of changed rows. */
  write(sql: string): (...values: SQLInputValue[]) => number {
    const statement = this.prepare(sql);
    return (...values) => this.transaction(() => Number(statement.run(...values).changes));
  }

  /**
   * Runs writes in one transaction with one sync; nested calls join it. Throws `storage-full` or `storage-failed` on
   * SQLite errors and rethrows others; then nothing is stored.
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
   * Call within a transaction that writes `bytes`. After a large write, SQLite copies its log into the database in a
   * later turn, because copying within the commit takes as long again. The data is safe in the log until then.
   */
  copyLogLater(bytes: number): void {
    if (bytes < large) return;
    this.database.exec('PRAGMA wal_autocheckpoint = 0');
    setImmediate(() => {
      if (this.database.isOpen) this.#copyLog();
    });
  }

  #copyLog(): void {
    this.database.exec(`PRAGMA wal_autocheckpoint = ${copiedFrom}`);
    try {
      this.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // A disk that fails or is full leaves the log as it is. A later commit tries again.
      return;
    }
  }

  /** SQLite may have rolled back already, or the disk is dead. Report only the first error. */
  #rollBack(): void {
    try {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
    } catch {
      // The first error is already being thrown.
      return;
    }
  }
}
