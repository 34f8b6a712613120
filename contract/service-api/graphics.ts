import { z } from 'zod';
import { ContentEntry } from '../../scene/schema/composition-content.ts';
import { account, done, storing, unknownId, uploading } from './common.ts';
import { endpoint, get, post, remove } from './endpoint.ts';

export const GraphicItem = z
  .object({ id: z.uuid(), name: z.string(), description: z.string(), createdAt: z.string() })
  .meta({ id: 'GraphicItem' });
export type GraphicItem = z.infer<typeof GraphicItem>;

export const Graphic = GraphicItem.extend({
  warnings: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The origins that the package requests, and whether the service allows each. */
  network: z.array(z.object({ origin: z.string(), allowed: z.boolean() })),
  /** An entry for `compositions` in a content, under any id. Data become fields, actions become buttons. */
  entry: ContentEntry,
}).meta({ id: 'Graphic' });
export type Graphic = z.infer<typeof Graphic>;

const item = {
  id: '0b9f3f64-5f0e-4a53-9d0a-4f4a6f6f3a77',
  name: 'Lower third',
  description: 'A name',
  createdAt: '2026-03-01T18:00:00.000Z',
};

const graphic = {
  ...item,
  warnings: [],
  network: [],
  entry: {
    version: 1,
    name: 'Lower third',
    dataSources: {
      composition: {
        controlNode: {
          id: item.id,
          name: 'Lower third',
          thumbnail: '/media/no-picture.svg',
          fields: [
            {
              id: 'name',
              title: 'Name',
              type: 'text',
              defaultValue: 'Ada Reyes',
              resetValue: 'Ada Reyes',
              immediateUpdate: false,
              index: 0,
            },
          ],
        },
      },
    },
    groups: {},
    logicLayer: null,
    elements: [
      {
        kind: 'graphic',
        id: 'graphic',
        frame: { x: 0, y: 0, width: 1920, height: 1080 },
        pin: { x: 'stretch', y: 'stretch' },
        graphic: item.id,
        data: { name: { field: 'name', as: 'text' } },
        actions: {},
      },
    ],
    subcompositions: [],
  },
} as const;

/**
 * Extension: reinstalling the same OGraf package returns the same graphic. A copy keeps the id of its origin, because
 * contents name a graphic by its id.
 */
export const installGraphic = endpoint('installGraphic', 'extension', {
  ...post('/apiv1/graphics'),
  summary:
    'Install a graphic: the zip of an OGraf package, version 1. Of several, ?manifest= gives the path of one. ' +
    '?id= installs a copy under the id of its origin',
  ...account,
  params: z.object({ manifest: z.string().optional(), id: z.uuid().optional() }),
  body: z.object({ file: z.instanceof(Uint8Array).meta({ type: 'string', contentMediaType: 'application/zip' }) }),
  bodyKind: 'multipart',
  largeFile: true,
  answer: Graphic,
  errors: ['unauthorized', 'parameter-missing', 'graphic-refused', ...uploading],
  example: { answer: graphic },
});

export const listGraphics = endpoint('listGraphics', 'extension', {
  ...get('/apiv1/graphics'),
  summary: 'The installed graphics, oldest first',
  ...account,
  answer: z.array(GraphicItem),
  errors: ['unauthorized'],
  example: { answer: [item] },
});

export const readGraphic = endpoint('readGraphic', 'extension', {
  ...get('/apiv1/graphics/{id}'),
  summary: 'An installed graphic, as its installation answered',
  ...account,
  params: z.object({ id: z.uuid() }),
  answer: Graphic,
  errors: unknownId,
  example: { answer: graphic },
});

/** Extension. Also answers for a deleted graphic that a content still uses. */
export const readGraphicPackage = endpoint('readGraphicPackage', 'extension', {
  ...get('/apiv1/graphics/{id}/package'),
  summary: 'The manifest and the files of a graphic. The media address serves each file under /graphics/{id}/',
  ...account,
  params: z.object({ id: z.uuid() }),
  answer: z
    .object({ manifest: z.string().regex(/^[^/\\]+$/), files: z.array(z.string()) })
    .meta({ id: 'GraphicPackage' }),
  errors: unknownId,
  example: { answer: { manifest: 'lower-third.ograf.json', files: ['graphic.mjs', 'lower-third.ograf.json'] } },
});

/** Extension. The files are deleted only once no content refers to them. */
export const deleteGraphic = endpoint('deleteGraphic', 'extension', {
  ...remove('/apiv1/graphics/{id}'),
  summary: 'Delete a graphic; it stays where a show, a revision or a composition uses it',
  ...account,
  params: z.object({ id: z.uuid() }),
  ...done,
  errors: [...unknownId, ...storing],
});
