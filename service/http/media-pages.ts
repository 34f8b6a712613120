import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Work } from '../endpoints/handler.ts';
import { mediaTypeOf } from '../domain/asset-kind.ts';
import type { AssetStore } from '../store/assets.ts';
import type { CompositionStore } from '../store/compositions.ts';
import { answerAsset, forever } from './asset-answer.ts';
import { graphicFrames } from './network-terms.ts';
import { builtPage, nosniff, pagePolicy, type PageSources, serveFiles } from './pages.ts';

/** A picture opened directly can run and load nothing. */
const sandboxed = { ...nosniff, 'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" };

export function addDemoMedia(server: FastifyInstance, sources: PageSources): void {
  serveFiles(server, { prefix: '/media/demo/', root: sources.demoMedia }, sandboxed);
}

const noPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><path fill="#2b3138" d="M0 0h160v90H0z"/>' +
  '<path fill="none" stroke="#69737d" stroke-width="2" d="M56 31h48v28H56zm0 22 14-12 10 8 8-6 16 13"/></svg>\n';

/**
 * Ids cannot be guessed, because pages show thumbnails without a password. The type follows from the bytes; pictures
 * never change under their ids.
 */
export function addPictures(server: FastifyInstance, store: Pick<CompositionStore, 'picture'>): void {
  server.get<{ Params: { id: string } }>('/media/pictures/:id', async (request, reply) => {
    const picture = store.picture(request.params.id);
    if (!picture) throw new OverlayError('id-unknown');
    return reply
      .headers({ ...sandboxed, ...forever })
      .type(picture.mediaType)
      .send(Buffer.from(picture.bytes));
  });
  server.get('/media/no-picture.svg', async (_request, reply) =>
    reply.headers(sandboxed).type('image/svg+xml').send(noPicture),
  );
}

/** Only holders of the bytes know the SHA-256. A wrong extension gives a wrong type, but runs nothing. */
export function addAssets(server: FastifyInstance, store: Pick<AssetStore, 'asset' | 'assetChunk'>): void {
  server.get<{ Params: { file: string } }>('/media/assets/:file', async (request, reply) => {
    const [, id = '', extension = ''] = /^([\da-f]{64})\.([\da-z]+)$/.exec(request.params.file) ?? [];
    const mediaType = mediaTypeOf(extension);
    const asset = store.asset(id);
    if (!asset || mediaType === undefined) throw new OverlayError('id-unknown');
    reply.headers(sandboxed).type(mediaType);
    return answerAsset({ request, reply }, store, asset);
  });
}

/** Serves the built page without a show; the embedding page sets its content. It can request only from this address. */
export function addPreview(
  server: FastifyInstance,
  { addresses, terms: { mediaHosts } }: Work,
  { outputPage }: PageSources,
): void {
  const headers = (): Record<string, string> => ({
    ...nosniff,
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy({
      media: "'self'",
      mediaHosts,
      frames: `'self' ${graphicFrames(addresses.media)}`,
      connect: "'self'",
    }),
  });
  server.get('/preview', async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2);
    // Relative assets need the slash.
    if (!path.endsWith('/')) return reply.redirect(`${path}/${query === undefined ? '' : `?${query}`}`, 308);
    return reply
      .headers(headers())
      .type('text/html; charset=utf-8')
      .send(await builtPage(outputPage));
  });
  serveFiles(server, { prefix: '/preview/assets/', root: join(outputPage, 'assets') }, nosniff);
}
