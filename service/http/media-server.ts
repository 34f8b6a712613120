import type { Work } from '../work.ts';
import { bareServer, refuseAddress } from './bare-server.ts';
import { readBodiesAsBytes } from './body-bytes.ts';
import type { HttpConnections } from './connections.ts';
import { Gate } from './gate.ts';
import { addGraphicPages } from './graphic-pages.ts';
import { mediaTerms, graphicFrames } from './network-terms.ts';
import { type PageSources, builtFile, nosniff, pagePolicy, serveFiles } from './pages.ts';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { mediaTypeOf } from '../domain/asset-kind.ts';
import type { Store } from '../store/store.ts';
import { answerAsset, forever } from './asset-answer.ts';

/** No endpoint here takes a body; small bodies are read so that the answer can give the error. */
const maxBody = 1_024;

/** The media address is public, and pages draw its pictures. */
const openToAll = { 'access-control-allow-origin': '*' };

/** Media, graphics and the preview page, read-only, on another origin than the control of shows. */
export async function answerMedia(connections: HttpConnections, work: Work, sources: PageSources): Promise<void> {
  const terms = mediaTerms(work.terms);
  const gate = new Gate(terms.reach, terms.tls !== undefined);
  const fastify = bareServer(connections, work, () => 'media');
  readBodiesAsBytes(fastify, () => maxBody);
  fastify.setNotFoundHandler((request, reply) => refuseAddress(request, reply, () => ['GET', 'HEAD']));
  fastify.addHook('onRequest', (request, reply, done) => {
    gate.check(request.headers, 'read');
    reply.headers(openToAll);
    done();
  });
  serveFiles(fastify, { prefix: '/media/demo/', root: sources.demoMedia }, sandboxed);
  addPictures(fastify, work.store);
  addAssets(fastify, work.store);
  addPreview(fastify, work, sources);
  addGraphicPages(fastify, work, sources);
  await fastify.ready();
  connections.answer(fastify.routing);
}

/** A picture opened directly can run and load nothing. */
const sandboxed = { ...nosniff, 'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" };

const noPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><path fill="#2b3138" d="M0 0h160v90H0z"/>' +
  '<path fill="none" stroke="#69737d" stroke-width="2" d="M56 31h48v28H56zm0 22 14-12 10 8 8-6 16 13"/></svg>\n';

/** Ids cannot be guessed: pages show thumbnails without a password. Pictures never change under their ids. */
function addPictures(server: FastifyInstance, store: Store): void {
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
function addAssets(server: FastifyInstance, store: Store): void {
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
function addPreview(
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
      .send(await builtFile(outputPage));
  });
  serveFiles(server, { prefix: '/preview/assets/', root: join(outputPage, 'assets') }, nosniff);
}
