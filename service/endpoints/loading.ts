import type { Composition } from '../../scene/schema/composition.ts';
import type { AppInstance } from '../app-instances.ts';
import { readStored } from '../../scene/content/content-check.ts';
import { inShort, refusal } from '../../contract/refusal.ts';
import type { Work } from './handler.ts';

/** What is loaded into an app instance: a composition, and the content as it was when it was read. */
export interface Loaded {
  compositionId: number;
  contentId: number;
}

/**
 * Loads a content; null takes the loaded one out. States go Out, values return to their defaults, and every reader of
 * the live channel gets a snapshot. Gives the new revision. An app instance without a token gets one when it gets a
 * composition. Throws `body-invalid` if the content cannot be read; then nothing is stored, and the program stays on
 * air. Source: decisions.md "Authentication", "Lifecycle".
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
 * Reads a stored content. It may come from another version of the program, or from a restored database. Throws
 * `body-invalid` if it cannot be read.
 */
export function readable(text: string): Composition {
  const read = readStored(text);
  if ('composition' in read) return read.composition;
  throw refusal([
    { path: '', message: `what is stored of this composition cannot be read: ${inShort(read.problems)}` },
  ]);
}
