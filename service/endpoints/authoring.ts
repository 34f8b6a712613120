import { OverlayError } from '../../contract/errors.ts';
import * as api from '../../contract/service-api/authoring.ts';
import { preOrder } from '../../contract/model/control.ts';
import { holdsValue } from '../../contract/model/field.ts';
import { contentOf } from '../../scene/content/content.ts';
import { checkContent } from '../../scene/content/content-check.ts';
import type * as Gallery from '../../gallery/gallery.ts';
import { handler } from './handler.ts';

/** Extensions for authors of compositions. Nothing here is stored. */
export const authoring = [
  handler(api.checkContent, ({ body, user }, { store }) => ({
    body: checkContent(body, {
      asset: (id) => store.asset(id) !== undefined,
      graphic: (id) => store.graphic(id)?.accountId === user.accountId,
    }),
  })),
  handler(api.listGallery, async () => ({ body: (await galleryModule()).gallery.map(entryOf) })),
  handler(api.readGalleryEntry, async ({ params }, { ids }) => {
    const { compositionWith, gallery } = await galleryModule();
    const template = gallery.find(({ id }) => id === params.template);
    if (!template) throw new OverlayError('id-unknown');
    return { body: contentOf(compositionWith(template.name, [template], ids.uuid)) };
  }),
];

/** The gallery is loaded at its first use, so that the service starts without it. */
const galleryModule = (): Promise<typeof Gallery> => import('../../gallery/gallery.ts');

function entryOf({ id, name, description, sub }: Gallery.GalleryTemplate): api.GalleryEntry {
  const fields = [...preOrder([sub])].flatMap((each) => each.fields.filter(holdsValue)).length;
  return { id, name, description, fields };
}
