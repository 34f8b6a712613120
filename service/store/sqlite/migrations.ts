import { toVersion1 } from './migration-1.ts';
import { toVersion2 } from './migration-2.ts';
import { toVersion3 } from './migration-3.ts';
import type { Migration } from './migration.ts';

/** Marks a database file as one of this service (`PRAGMA application_id`): the letters OVDK. */
export const applicationId = 0x4f56444b;

/** The numbered, forward-only steps: step N leads to `user_version` N. A step that was ever released is never edited. */
export const migrations: readonly Migration[] = [toVersion1, toVersion2, toVersion3];

/** The version of a database that this program writes. */
export const newestVersion = migrations.length;
