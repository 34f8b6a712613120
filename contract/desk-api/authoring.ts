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
 * The endpoints that a screen may call through the desk, which signs in for it: those that make and keep compositions. A
 * screen never gets to see a secret, so no endpoint that answers tokens is here. `loadComposition` is into the app instance
 * that the desk shows, whose id the desk fills in.
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

/** A file on its way to the service: its bytes as base64. */
export const Upload = z.object({
  file: z.base64({ error: 'expected a file as base64' }),
  name: z.string().min(1).max(200),
  mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, { error: 'expected a media type such as image/png' }),
});
export type Upload = z.infer<typeof Upload>;

type Part<Name extends AuthoringName, Of extends 'params' | 'body' | 'answer'> = (typeof authoring)[Name][Of];

/** The parameters of an endpoint as a screen gives them. */
export type AuthoringParams<Name extends AuthoringName> = Name extends 'loadComposition'
  ? Record<string, never>
  : z.input<Part<Name, 'params'>>;

/** The body of an endpoint as a screen gives it; a file where the endpoint takes a form. */
export type AuthoringBody<Name extends AuthoringName> =
  Part<Name, 'body'> extends z.ZodType
    ? z.input<Part<Name, 'body'>> extends { file: Uint8Array }
      ? Upload
      : z.input<Part<Name, 'body'>>
    : undefined;

/** What an endpoint answers; of a composition the access token (`uuid`) is always null. */
export type AuthoringAnswer<Name extends AuthoringName> = z.infer<Part<Name, 'answer'>>;

const names = Object.keys(authoring) as [AuthoringName, ...AuthoringName[]];

/** What a screen asks of the service. Of a JSON body the service itself says, with paths, what is wrong with it. */
export const ServiceCall = z.object({
  endpoint: z.enum(names),
  params: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
});
export type ServiceCall = z.infer<typeof ServiceCall>;
