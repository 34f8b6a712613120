import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Addresses } from '../addresses.ts';
import type { Work } from '../endpoints/handler.ts';
import { graphicFrames } from './network-terms.ts';

/** Where the files are that the service hands out besides its data. */
export interface PageSources {
  /** The built on-air page: `index.html` and `assets/`. */
  outputPage: string;
  /** The pictures and sounds of the demo show. */
  demoMedia: string;
}

export const nosniff = { 'x-content-type-options': 'nosniff' };

/**
 * What the built page may load, wherever it is served: scripts are its own alone, fonts and graphics come from the media
 * address, pictures and videos of fields from anywhere. `media` is that address, `frames` where graphics are framed,
 * `connect` what it may ask, each as sources of a policy.
 */
export function pagePolicy({ media, frames, connect }: { media: string; frames: string; connect: string }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:",
    "media-src 'self' data: blob: http: https:",
    `font-src ${[...new Set(["'self'", media])].join(' ')} data: blob:`,
    `connect-src ${connect}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The on-air page by output token, and what it is made of. */
export function addOnairPage(
  server: FastifyInstance,
  { apps, addresses }: Pick<Work, 'apps' | 'addresses'>,
  { outputPage }: PageSources,
): void {
  server.get<{ Params: { token: string } }>('/onair/:token', async (request, reply) => {
    if (!apps.byToken(request.params.token, ['output'])) throw new OverlayError('token-unknown');
    const [path = '', query] = request.url.split('?', 2);
    // The page names its assets relative to itself: under a trailing slash they would be elsewhere.
    if (path.endsWith('/')) return reply.redirect(path.slice(0, -1) + (query === undefined ? '' : `?${query}`), 308);
    const page = await builtPage(outputPage);
    return reply.headers(onairHeaders(addresses.media)).type('text/html; charset=utf-8').send(page);
  });
  serveFiles(server, { prefix: '/onair/assets/', root: join(outputPage, 'assets') }, nosniff);
}

function onairHeaders(media: string): Record<string, string> {
  return {
    'content-security-policy': pagePolicy({ media, frames: graphicFrames(media), connect: "'self' ws: wss:" }),
    // The address of the page holds its token, and pictures may come from anywhere.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...nosniff,
  };
}

/** The built page. Throws `output-page-missing`. */
export function builtPage(directory: string): Promise<Buffer> {
  return readFile(join(directory, 'index.html')).catch((thrown: unknown) => {
    const error = new OverlayError('output-page-missing');
    error.cause = thrown;
    throw error;
  });
}

/** Serve a directory that may come to be later than the service: a missing one gives 404 for each of its files. */
export function serveFiles(
  server: FastifyInstance,
  place: { prefix: string; root: string },
  headers: Record<string, string>,
): void {
  server.register(fastifyStatic, {
    ...place,
    index: false,
    decorateReply: false,
    suppressWarning: true,
    setHeaders: (reply) => void reply.headers(headers),
  });
}

/** Pictures have an address of their own: who asks here is shown the way there. */
export function addWayToMedia(server: FastifyInstance, addresses: Addresses): void {
  server.get('/media/*', async (request, reply) => reply.redirect(addresses.media + request.url, 308));
}

/** Whether a path is one of those that this file serves, whatever is there. */
export function isPage(path: string): boolean {
  return ['/onair/', '/media/'].some((start) => path.startsWith(start));
}
