import type { Composition } from '../../scene/schema/composition.ts';
import type { AppInstance } from '../app-instances.ts';
import { readStored } from '../../scene/content/content-check.ts';
import { inShort, refusal } from '../../contract/refusal.ts';
import type { Work } from './handler.ts';

/** What is loaded into an app instance: a composition, and the content that it has or had. */
export interface Loaded {
  compositionId: number;
  contentId: number;
}

/**
 * Load a content, or with null take out what is loaded: states go Out, values to their defaults, and every reader of the
 * live channel gets the whole truth. Gives the revision that this made. Whoever gets a composition and has no token gets
 * one too. Throws `body-invalid` where the content cannot be read: then nothing is stored, and what is on air stays.
 * Source: decisions.md "Authentication", "Lifecycle".
 */
export function load(app: AppInstance, loaded: Loaded | null, { apps, commits, store, now, ids }: Work): number {
  const { id, token } = app.stored;
  const composition = loaded ? readable(store.content(loaded.contentId)) : undefined;
  commits.exclusive(() => {
    const at = now();
    store.loadShow(id, loaded, { revision: app.revision + 1, at });
    if (loaded !== null && token === null) store.setAppToken(id, ids.token(), at);
  });
  apps.refresh(id, composition);
  return app.revision;
}

/**
 * The composition of a stored content. Another version of the program may have stored it, or it came with a database that
 * was restored. Throws `body-invalid` where it cannot be read.
 */
export function readable(text: string): Composition {
  const read = readStored(text);
  if ('composition' in read) return read.composition;
  throw refusal([
    { path: '', message: `what is stored of this composition cannot be read: ${inShort(read.problems)}` },
  ]);
}
