import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A picture, font, video or sound that was uploaded. */
export const Asset = z
  .object({
    /** The SHA-256 of its bytes, hexadecimal. */
    id: z.string(),
    /** How a scene names it: its path at the media address. It never shows anything else. */
    path: z.string(),
    name: z.string(),
    /** Told by its bytes, whatever it was called. */
    mediaType: z.string(),
    /** Bytes. */
    size: z.int().nonnegative(),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

const id = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const example = { id, path: `/media/assets/${id}.png`, name: 'Harbour', mediaType: 'image/png', size: 48_213 };
const account = { auth: 'account', params: z.object({}) } as const;

/** Extension. The same bytes uploaded again are the same asset, under the name that they were given last. */
export const uploadAsset = endpoint({
  name: 'uploadAsset',
  source: 'extension',
  method: 'POST',
  path: '/apiv1/assets',
  summary:
    'Upload a picture, font, video or sound: PNG, JPEG, GIF, WebP, SVG, WOFF2, OTF, TTF, MP4, WebM, WAV, OGG, MP3',
  ...account,
  body: z.object({
    file: z.instanceof(Uint8Array).meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
    /** What it is to be called; the name of the file where it is absent. */
    name: z.string().optional(),
  }),
  bodyKind: 'multipart',
  largeFile: true,
  answer: Asset,
  errors: [
    'unauthorized',
    'body-invalid',
    'body-too-large',
    'media-type-unsupported',
    'storage-failed',
    'storage-full',
  ],
  example: { answer: example },
});

/** Extension. */
export const listAssets = endpoint({
  name: 'listAssets',
  source: 'extension',
  method: 'GET',
  path: '/apiv1/assets',
  summary: 'What the account has uploaded, in the order of the names',
  ...account,
  body: undefined,
  answer: z.array(Asset),
  errors: ['unauthorized'],
  example: { answer: [example] },
});
