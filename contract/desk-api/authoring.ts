import { z } from 'zod';
import { loadComposition } from '../service-api/app-instances.ts';
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
import { findFolders } from '../service-api/dashboard.ts';
import { installGraphic, listGraphics, readGraphic } from '../service-api/graphics.ts';
import type { Endpoint } from '../service-api/endpoint.ts';

/**
 * The endpoints for authors that a screen may call through the desk, which signs in for it. A screen never sees a
 * secret, so no endpoint that returns tokens is here. `loadComposition` loads into the app instance that the desk
 * shows, at every output or at the one that `output` names; the desk fills in its id.
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
} as const satisfies Record<string, Endpoint>;
export type AuthoringName = keyof typeof authoring;

/** A file on its way to the service. Its bytes are base64. */
export const Upload = z.object({
  file: z.base64({ error: 'expected a file as base64' }),
  name: z.string().min(1).max(200),
  mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, { error: 'expected a media type such as image/png' }),
});
export type Upload = z.infer<typeof Upload>;

type Part<Name extends AuthoringName, Of extends 'params' | 'body' | 'answer'> = (typeof authoring)[Name][Of];

/** The parameters of an endpoint as a screen passes them. */
export type AuthoringParams<Name extends AuthoringName> = Name extends 'loadComposition'
  ? { output?: string }
  : z.input<Part<Name, 'params'>>;

/** The body of an endpoint as a screen passes it. A file, if the endpoint takes a form. */
export type AuthoringBody<Name extends AuthoringName> =
  Part<Name, 'body'> extends z.ZodType
    ? z.input<Part<Name, 'body'>> extends { file: Uint8Array }
      ? Upload
      : z.input<Part<Name, 'body'>>
    : undefined;

/** The answer of an endpoint. The access token of a composition (`uuid`) is always null. */
export type AuthoringAnswer<Name extends AuthoringName> = z.infer<Part<Name, 'answer'>>;

const names = Object.keys(authoring) as [AuthoringName, ...AuthoringName[]];

/** A screen's call of the service. The service itself checks a JSON body and reports problems with paths. */
export const ServiceCall = z.object({
  endpoint: z.enum(names),
  params: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
  /** The revision that the call is about to change. If it is another one by now, the service refuses. */
  ifMatch: z.int().optional(),
});
export type ServiceCall = z.infer<typeof ServiceCall>;

/** What the service answered, and the revision in its `ETag` header; null if it has none. */
export const ServiceAnswer = z.object({ answer: z.unknown(), revision: z.int().nullable() });
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;
