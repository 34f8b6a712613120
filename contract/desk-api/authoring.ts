import { z } from 'zod';
import { loadComposition, readLoadedContents } from '../service-api/app-instances.ts';
import { listAssets, uploadAsset } from '../service-api/assets.ts';
import { listGallery, readGalleryEntry } from '../service-api/authoring.ts';
import {
  createComposition,
  deleteRevision,
  listCompositions,
  listRevisions,
  readComposition,
  readContent,
  readRevisionContent,
  uploadThumbnail,
  writeContent,
  writeRevision,
} from '../service-api/compositions.ts';
import { Details } from '../service-api/common.ts';
import { findFolders } from '../service-api/dashboard.ts';
import { installGraphic, listGraphics, readGraphic } from '../service-api/graphics.ts';
import type { Endpoint } from '../service-api/endpoint.ts';

/**
 * Author endpoints that a screen may call through the desk, which signs in. Screens must not see secrets: no endpoint
 * returns tokens.
 *
 * `loadComposition` loads into the shown app instance, at all outputs or at `output`, and `readLoadedContents` reads what
 * is loaded there; the desk adds the instance id.
 */
export const authoring = {
  createComposition,
  listCompositions,
  readComposition,
  readContent,
  writeContent,
  writeRevision,
  listRevisions,
  readRevisionContent,
  deleteRevision,
  uploadThumbnail,
  findFolders,
  listGallery,
  readGalleryEntry,
  uploadAsset,
  listAssets,
  installGraphic,
  listGraphics,
  readGraphic,
  loadComposition,
  readLoadedContents,
} as const satisfies Record<string, Endpoint>;
export type AuthoringName = keyof typeof authoring;

export const Upload = z.object({
  file: z.base64({ error: 'expected a file as base64' }),
  name: z.string().min(1).max(200),
  mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, { error: 'expected a media type such as image/png' }),
});
export type Upload = z.infer<typeof Upload>;

type CallPart<Name extends AuthoringName, Of extends 'params' | 'body' | 'answer'> = (typeof authoring)[Name][Of];

export type AuthoringParams<Name extends AuthoringName> = Name extends 'loadComposition'
  ? { output?: string; keep?: 'state' }
  : Name extends 'readLoadedContents'
    ? Record<string, never>
    : z.input<CallPart<Name, 'params'>>;

export type AuthoringBody<Name extends AuthoringName> =
  CallPart<Name, 'body'> extends z.ZodType
    ? z.input<CallPart<Name, 'body'>> extends { file: Uint8Array }
      ? Upload
      : z.input<CallPart<Name, 'body'>>
    : undefined;

/** The access token of a composition (`uuid`) is always null. */
export type AuthoringAnswer<Name extends AuthoringName> = z.infer<CallPart<Name, 'answer'>>;

const names = Object.keys(authoring) as [AuthoringName, ...AuthoringName[]];

/** The service itself checks a JSON body and reports problems with paths. */
export const ServiceCall = z.object({
  endpoint: z.enum(names),
  params: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
  /** The key of the app instance whose service is asked; absent for that of the authors. */
  app: z.string().optional(),
  /** The revision to change; the service refuses if it differs. */
  ifMatch: z.int().optional(),
});
export type ServiceCall = z.infer<typeof ServiceCall>;

/** `revision` is from the `ETag` header; null without one. `warnings`: what the service did not do; absent for nothing. */
export const ServiceAnswer = z.object({
  answer: z.unknown(),
  revision: z.int().nullable(),
  warnings: Details.optional(),
});
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;
