import type { Composition } from '../../scene/schema/composition.ts';
import type { AppInstance } from '../app-instances.ts';
import { inShort, refusal } from '../../contract/refusal.ts';
import type { Work } from './handler.ts';

/** What is loaded into an app instance: a composition, and the content as it was when it was read. */
export interface Loaded {
  compositionId: number;
  contentId: number;
}

/**
 * Loads what `find` finds; null leaves everything as it is. States go Out, values return to their defaults, and every
 * reader of the live channel gets a snapshot. Gives the revision. An app instance without a token gets one. Throws
 * `body-invalid` if the content cannot be read; then nothing is stored, and the program stays on air. Source:
 * decisions.md "Authentication", "Lifecycle".
 */
export async function load(app: AppInstance, find: () => Loaded | null, work: Work): Promise<number> {
  const read = await readPresent(find, app.stored.accountId, work);
  if (read) return put(app, read, work);
  // All earlier requests are on disk before the answer.
  work.commits.flush();
  return app.revision;
}

/** Takes out what is loaded. Gives the new revision. */
export function unload(app: AppInstance, work: Work): number {
  return put(app, undefined, work);
}

interface Read {
  loaded: Loaded;
  composition: Composition;
}

/**
 * Reads what `find` finds, in a thread of its own. `find` is asked again afterwards, because meanwhile the content may
 * have been replaced. Stored contents may come from another version of the program, or from a restored database. Throws
 * `body-invalid` if it cannot be read.
 */
export async function readPresent(
  find: () => Loaded | null,
  account: number,
  work: Pick<Work, 'store' | 'loads'>,
): Promise<Read | undefined> {
  const loaded = find();
  if (loaded === null) return undefined;
  const read = await work.loads.run('composition', work.store.content(loaded.contentId), account);
  if (find()?.contentId !== loaded.contentId) return readPresent(find, account, work);
  if ('composition' in read) return { loaded, composition: read.composition };
  throw refusal([
    { path: '', message: `what is stored of this composition cannot be read: ${inShort(read.problems)}` },
  ]);
}

function put(app: AppInstance, read: Read | undefined, { apps, commits, store, now, ids }: Work): number {
  const { id, token } = app.stored;
  const loaded = read?.loaded ?? null;
  commits.exclusive(() => {
    const at = now();
    store.loadShow(id, loaded, { revision: app.revision + 1, at });
    if (loaded !== null && token === null) store.setAppToken(id, ids.token(), at);
  });
  apps.refresh(id, read?.composition);
  return app.revision;
}
