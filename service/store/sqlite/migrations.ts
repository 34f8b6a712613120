import type { DatabaseSync } from 'node:sqlite';
import { createTables } from './schema.ts';

/** The letters OVDK (`PRAGMA application_id`). */
export const applicationId = 0x4f56444b;

/** Runs in a transaction; foreign keys are checked only at its end. */
export type Migration = (database: DatabaseSync) => void;

/** Version of the first schema. Lower versions were never released and are unsupported. */
export const firstVersion = 5;

/** Forward-only. The first step creates the tables at {@link firstVersion}. Never edit a released step. */
export const migrations: readonly Migration[] = [createTables];

export function newestVersion(steps: readonly Migration[] = migrations): number {
  return firstVersion + steps.length - 1;
}
