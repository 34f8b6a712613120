import type { Change } from '../contract/service-api/live-channel.ts';
import type { StoredApp } from './store/app-instances.ts';
import type { HeldComposition } from './domain/held-composition.ts';
import type { LiveCompositions } from './domain/show.ts';

/** The object stays the same for its whole life. */
export interface HeldApp {
  /** Its `revision` may be out of date; use the revision below. */
  stored: StoredApp;
  /** Loading or unloading a composition replaces the object. Throws `show-unreadable` if the stored show is damaged. */
  readonly show: LiveCompositions;
  readonly isUnreadable: boolean;
  /** Undefined also if the stored show cannot be read. */
  composition(loadedId: number): HeldComposition | undefined;
  loadedOf(sub: string): number;
  /** Raised by the commit queue and by loading. */
  revision: number;
  /** Part of the state is only in memory, because the disk takes nothing. Set by the commit queue. */
  unstored: boolean;
}

/** `now`: milliseconds since the epoch. */
export interface AppliedUpdate {
  app: HeldApp;
  revision: number;
  now: number;
  changes: readonly Change[];
}
