import type { AppInstance } from '../app-instances.ts';
import type { Work } from './handler.ts';

/** What is loaded into an app instance: a composition, and the content that it has or had. */
export interface Loaded {
  compositionId: number;
  contentId: number;
}

/**
 * Load a content, or with null take out what is loaded: states go Out, values to their defaults, and every reader of the
 * live channel gets the whole truth. Gives the revision that this made. Whoever gets a composition and has no token gets
 * one too. Source: decisions.md "Authentication", "Lifecycle".
 */
export function load(app: AppInstance, loaded: Loaded | null, { apps, commits, store, now, ids }: Work): number {
  const { id, token } = app.stored;
  commits.exclusive(() => {
    const at = now();
    store.loadShow(id, loaded, { revision: app.revision + 1, at });
    if (loaded !== null && token === null) store.setAppToken(id, ids.token(), at);
  });
  apps.refresh(id);
  return app.revision;
}
