import * as api from '../../contract/service-api/authoring.ts';
import { preOrder } from '../../contract/model/control.ts';
import { holdsValue } from '../../contract/model/field.ts';
import { contentOf } from '../../scene/content/content.ts';
import type * as Gallery from '../../gallery/gallery.ts';
import type { NamedParts } from '../jobs/jobs.ts';
import type { User } from '../store/accounts.ts';
import { found, handler } from './handler.ts';
import type { Work } from '../work.ts';

export const authoring = [
  handler(api.checkContent, async ({ bytes, user }, work) => {
    const given = { bytes, limits: work.terms.limits };
    const all = { ...given, missing: { assets: [], graphics: [] } };
    const { text, named } = await work.checks.run('contentCheck', all, user.accountId);
    const missing = missingOf(named, user, work);
    if (missing.assets.length === 0 && missing.graphics.length === 0) return { text };
    return { text: (await work.checks.run('contentCheck', { ...given, missing }, user.accountId)).text };
  }),
  handler(api.listGallery, async () => ({ body: (await galleryModule()).gallery.map(entryOf) })),
  handler(api.readGalleryEntry, async ({ params }, { ids }) => {
    const { compositionWith, gallery } = await galleryModule();
    const template = found(gallery.find(({ id }) => id === params.template));
    return { body: contentOf(compositionWith(template.name, [template], ids.uuid)) };
  }),
];

function missingOf({ assets, graphics }: NamedParts, { accountId }: User, { store }: Work): NamedParts {
  return {
    assets: assets.filter((id) => store.asset(id) === undefined),
    graphics: graphics.filter((id) => !store.graphicOf(accountId, id)),
  };
}

/** Loaded at first use, to keep the service's start short. */
const galleryModule = (): Promise<typeof Gallery> => import('../../gallery/gallery.ts');

function entryOf({ id, name, description, sub }: Gallery.GalleryTemplate): api.GalleryEntry {
  const fields = [...preOrder([sub])].flatMap((each) => each.fields.filter(holdsValue)).length;
  return { id, name, description, fields };
}
