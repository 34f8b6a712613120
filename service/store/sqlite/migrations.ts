import type { DatabaseSync } from 'node:sqlite';
import { createTables } from './schema.ts';

/** Marks a database file as one of this service (`PRAGMA application_id`): the letters OVDK. */
export const applicationId = 0x4f56444b;

/** One step. It runs in a transaction without checks of foreign keys; they are checked together at its end. */
export type Migration = (database: DatabaseSync) => void;

/** The numbered, forward-only steps. Step N leads to `user_version` N. A released step is never edited. */
export const migrations: readonly Migration[] = [createTables];
