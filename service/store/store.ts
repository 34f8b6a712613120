import type { Change } from '../../contract/service-api/live-channel.ts';
import type { AccountStore, FolderStore } from './accounts.ts';
import type { AppInstanceStore } from './app-instances.ts';
import type { AssetStore } from './assets.ts';
import type { CompositionStore } from './compositions.ts';
import type { PurgeStore } from './purge.ts';

export interface RevisionWrite {
  appId: number;
  revision: number;
  changes: readonly Change[];
  loadedOf: (sub: string) => number;
}

/**
 * All calls except `addAsset` and `removeAsset` are synchronous: data is on disk when they return. Writes throw
 * `storage-full` or `storage-failed` and store nothing.
 */
export interface Store extends AccountStore, FolderStore, CompositionStore, AppInstanceStore, AssetStore, PurgeStore {
  transaction<Result>(write: () => Result): Result;
  /** One transaction with one sync; each changed row once, with its newest value. */
  commit(writes: readonly RevisionWrite[]): void;
  /** Detects writes of other programs, such as `user add`, since the last call. */
  changedElsewhere(): boolean;
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): void;
  close(): void;
}
