import type { DatabaseSync } from 'node:sqlite';
import { createTables } from './schema.ts';

/** Marks a database file as one of this service (`PRAGMA application_id`): the letters OVDK. */
export const applicationId = 0x4f56444b;

/** One step. It runs in a transaction without checks of foreign keys; they are checked together at its end. */
export type Migration = (database: DatabaseSync) => void;

/** The version of a database that has only its first schema. Lower numbers are of unreleased programs; nothing reads them. */
export const firstVersion = 5;

/** The forward-only steps. The first creates the tables at {@link firstVersion}. A released step is never edited. */
export const migrations: readonly Migration[] = [createTables];

/** The version (`user_version`) of a database after all of these steps. */
export function newestVersion(steps: readonly Migration[] = migrations): number {
  return firstVersion + steps.length - 1;
}
