import type { Change } from '../../contract/service-api/live-channel.ts';
import type { AccountStore, FolderStore } from './accounts.ts';
import type { AppInstanceStore } from './app-instances.ts';
import type { AssetStore } from './assets.ts';
import type { CompositionStore } from './compositions.ts';
import type { PurgeStore } from './purge.ts';

/** What one applied request wrote. */
export interface RevisionWrite {
  appId: number;
  revision: number;
  changes: readonly Change[];
  /** The id of the loaded composition that a sub-composition belongs to. */
  loadedOf: (sub: string) => number;
}

/**
 * The port to the storage of shows. Every call but `addAsset` and `removeAsset` is synchronous: when it returns, the data
 * is on disk; otherwise it throws. Every write throws `storage-full` or `storage-failed`, and then nothing of it is stored.
 */
export interface Store extends AccountStore, FolderStore, CompositionStore, AppInstanceStore, AssetStore, PurgeStore {
  /** Runs several writes as one. All of them are stored or, if something is thrown, none. */
  transaction<Result>(write: () => Result): Result;
  /** Writes what applied requests changed, all in one transaction with one sync: each changed row once, the newest. */
  commit(writes: readonly RevisionWrite[]): void;
  /** Whether another program, such as `user add`, wrote into this store since the last call. */
  changedElsewhere(): boolean;
  /** A stored setting of the service itself, such as its last port. */
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): void;
  close(): void;
}
