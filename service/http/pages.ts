import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { AppInstances } from '../app-instances.ts';
import type { CompositionStore } from '../store/compositions.ts';

/** Where the files are that the service hands out besides its data. */
export interface PageSources {
  /** The built on-air page: `index.html` and `assets/`. */
  outputPage: string;
  /** The pictures and sounds of the demo show. */
  demoMedia: string;
}

const nosniff = { 'x-content-type-options': 'nosniff' };

const onairHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: http: https:",
    "media-src 'self' data: http: https:",
    "font-src 'self'",
    "connect-src 'self' ws: wss:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  // The address of the page holds its token, and pictures may come from anywhere.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...nosniff,
};

/** The on-air page by output token, and what it is made of. */
export function addOnairPage(server: FastifyInstance, apps: AppInstances, { outputPage }: PageSources): void {
  server.get<{ Params: { token: string } }>('/onair/:token', async (request, reply) => {
    if (!apps.byToken(request.params.token, ['output'])) throw new OverlayError('token-unknown');
    const [path = '', query] = request.url.split('?', 2);
    // The page names its assets relative to itself: under a trailing slash they would be elsewhere.
    if (path.endsWith('/')) return reply.redirect(path.slice(0, -1) + (query === undefined ? '' : `?${query}`), 308);
    const page = await readFile(join(outputPage, 'index.html')).catch((thrown: unknown) => {
      const error = new OverlayError('output-page-missing');
      error.cause = thrown;
      throw error;
    });
    return reply.headers(onairHeaders).type('text/html; charset=utf-8').send(page);
  });
  serveFiles(server, { prefix: '/onair/assets/', root: join(outputPage, 'assets') }, nosniff);
}

/** A picture that is opened by itself can run nothing and load nothing. */
const sandboxed = { ...nosniff, 'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" };

/** The pictures and sounds of the demo show. */
export function addDemoMedia(server: FastifyInstance, sources: PageSources): void {
  serveFiles(server, { prefix: '/media/demo/', root: sources.demoMedia }, sandboxed);
}

const picturesPath = '/media/pictures/';
const noPicturePath = '/media/no-picture.svg';

/** What stands for a picture where there is none: a grey frame of 16:9. */
const noPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><path fill="#2b3138" d="M0 0h160v90H0z"/>' +
  '<path fill="none" stroke="#69737d" stroke-width="2" d="M56 31h48v28H56zm0 22 14-12 10 8 8-6 16 13"/></svg>\n';

/**
 * Uploaded thumbnails, by ids that nobody guesses: pages show them without a password. Their type is what their bytes
 * were found to be, whatever the upload called itself. A picture never changes under its id.
 */
export function addPictures(server: FastifyInstance, store: Pick<CompositionStore, 'picture'>): void {
  server.get<{ Params: { id: string } }>(`${picturesPath}:id`, async (request, reply) => {
    const picture = store.picture(request.params.id);
    if (!picture) throw new OverlayError('id-unknown');
    reply.headers({ ...sandboxed, 'cache-control': 'public, max-age=31536000, immutable' });
    return reply.type(picture.mediaType).send(Buffer.from(picture.bytes));
  });
  server.get(noPicturePath, async (_request, reply) => reply.headers(sandboxed).type('image/svg+xml').send(noPicture));
}

/** Serve a directory that may come to be later than the service: a missing one gives 404 for each of its files. */
function serveFiles(
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

/** Whether a path is one of those that this file serves, whatever is there. */
export function isPage(path: string): boolean {
  return path === noPicturePath || ['/onair/', '/media/demo/', picturesPath].some((start) => path.startsWith(start));
}
