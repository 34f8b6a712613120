import { z } from 'zod';
import { account, done, storing, unknownId, uploading } from './common.ts';
import { endpoint, get, post, remove } from './endpoint.ts';

export const Asset = z
  .object({
    /** The SHA-256 of its bytes, hexadecimal. */
    id: z.string(),
    /** The path at the media address, as used in scenes. The content at a path never changes. */
    path: z.string(),
    name: z.string(),
    /** Detected from the bytes, not the name. */
    mediaType: z.string(),
    /** In bytes. */
    size: z.int().nonnegative(),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

const id = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const example = { id, path: `/media/assets/${id}.png`, name: 'Harbour', mediaType: 'image/png', size: 48_213 };

/** Extension. Uploading the same bytes again returns the same asset, under the newest name. */
export const uploadAsset = endpoint('uploadAsset', 'extension', {
  ...post('/apiv1/assets'),
  summary:
    'Upload a picture, font, video or sound: PNG, JPEG, GIF, WebP, SVG, WOFF2, OTF, TTF, MP4, WebM, WAV, OGG, MP3',
  ...account,
  body: z.object({
    file: z.instanceof(Uint8Array).meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
    /** Default: the name of the file. */
    name: z.string().optional(),
  }),
  bodyKind: 'multipart',
  largeFile: true,
  answer: Asset,
  errors: ['unauthorized', ...uploading],
  example: { answer: example },
});

export const listAssets = endpoint('listAssets', 'extension', {
  ...get('/apiv1/assets'),
  summary: 'What the account has uploaded, in the order of the names',
  ...account,
  answer: z.array(Asset),
  errors: ['unauthorized'],
  example: { answer: [example] },
});

/** Extension. The bytes are deleted only once nothing on the service refers to them. */
export const deleteAsset = endpoint('deleteAsset', 'extension', {
  ...remove('/apiv1/assets/{id}'),
  summary: 'Delete what the account has uploaded; it stays where a show, a revision or a composition uses it',
  ...account,
  params: z.object({ id: z.string() }),
  ...done,
  errors: [...unknownId, ...storing],
});
