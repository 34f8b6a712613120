import type { DatabaseSync } from 'node:sqlite';

/** What a step cannot make itself: the time (ISO 8601 UTC with milliseconds) and new UUIDs. */
export interface MigrationParts {
  at: string;
  uuid: () => string;
}

/** One step. It runs in a transaction without checks of foreign keys, which are checked as a whole at its end. */
export type Migration = (database: DatabaseSync, parts: MigrationParts) => void;
