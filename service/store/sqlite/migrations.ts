import type { DatabaseSync } from 'node:sqlite';
import { createTables } from './schema.ts';

/** Marks a database file as one of this service (`PRAGMA application_id`): the letters OVDK. */
export const applicationId = 0x4f56444b;

/** One step. It runs in a transaction without checks of foreign keys, which are checked as a whole at its end. */
export type Migration = (database: DatabaseSync) => void;

/** The numbered, forward-only steps: step N leads to `user_version` N. A step that was ever released is never edited. */
export const migrations: readonly Migration[] = [createTables];
