import type { Composition } from '../scene/schema/composition.ts';
import { contentOf } from '../scene/content/content.ts';
import type { Work } from './work.ts';

export interface Seed {
  name: string;
  composition: Composition;
}

/** The studio's template. Source: row 11. */
const template = { templateId: 57, templateVersion: 1 };

export function plant({ name, composition }: Seed, { store, now, ids }: Pick<Work, 'store' | 'now' | 'ids'>): void {
  const [user] = store.users();
  if (!user) throw new Error('A first show needs a user.');
  const { id: userId, accountId } = user;
  const owned = { accountId, userId, folder: store.rootFolder(accountId).fid, name };
  const made = () => ({ at: now(), fid: ids.uuid() });
  store.transaction(() => {
    const content = JSON.stringify(contentOf(composition));
    const { id: compositionId, contentId } = store.addComposition({ ...owned, content }, made());
    const outputs = [{ name: 'Output', token: ids.token(), shown: { compositionId, contentId } }];
    store.addAppInstance({ ...owned, ...template, token: ids.token(), shared: false, outputs }, made());
  });
}
