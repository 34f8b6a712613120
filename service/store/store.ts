import type { Change } from '../../contract/service-api/live-channel.ts';
import type { AccountStore, FolderStore } from './accounts.ts';
import type { AppInstanceStore } from './app-instances.ts';
import type { AssetStore } from './assets.ts';
import type { CompositionStore } from './compositions.ts';

/** What one applied request wrote. */
export interface RevisionWrite {
  appId: number;
  revision: number;
  changes: readonly Change[];
}

/**
 * The port to whatever keeps the shows. Everything but `addAsset` is synchronous: when a call returns, it is on disk or it
 * threw. Every
 * write throws `storage-full` or `storage-failed`, and then nothing of it is stored.
 */
export interface Store extends AccountStore, FolderStore, CompositionStore, AppInstanceStore, AssetStore {
  /** Carry out several writes as one: all of them are stored or, where something is thrown, none. */
  transaction<Result>(write: () => Result): Result;
  /** Write what applied requests changed, all in one transaction with one sync. */
  commit(writes: readonly RevisionWrite[]): void;
  /** Whether another program (`user add` and the like) wrote into this store since the last time that this was asked. */
  changedElsewhere(): boolean;
  /** A remembered setting of the service itself, such as its last port. */
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): void;
  close(): void;
}
