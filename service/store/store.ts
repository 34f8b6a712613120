import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Composition } from '../../contract/model/composition.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';

/** An app instance as it is stored, without the show that is loaded into it. */
export interface StoredApp {
  id: number;
  name: string;
  /** Opens everything of this app instance. */
  token: string;
  /** Opens its on-air page and its live channel, and nothing else. */
  outputToken: string;
  compositionId: number;
  /** Raised by one with every applied request. */
  revision: number;
}

/** An app instance with all that is loaded into it. `values` and `states` hold what was ever set, not the defaults. */
export interface LoadedApp extends StoredApp {
  composition: Composition;
  values: { sub: string; field: string; value: Value }[];
  states: { sub: string; state: StoredState }[];
}

/** What one applied request wrote. */
export interface RevisionWrite {
  appId: number;
  revision: number;
  changes: readonly Change[];
}

/** The port to whatever keeps the shows. Everything is synchronous: when a call returns, it is on disk or it threw. */
export interface Store {
  /** All app instances, in the order of their ids. */
  apps(): LoadedApp[];
  /** Store a composition and an app instance that has it loaded. Gives the id of the app instance. */
  addApp(app: Pick<StoredApp, 'name' | 'token' | 'outputToken'>, composition: Composition): number;
  /**
   * Write what applied requests changed, all in one transaction with one sync.
   * Throws `storage-full` or `storage-failed`; then none of it is stored.
   */
  commit(writes: readonly RevisionWrite[]): void;
  /** A remembered setting of the service itself, such as its last port. */
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): void;
  close(): void;
}
