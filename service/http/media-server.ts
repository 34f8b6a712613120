import type { Work } from '../endpoints/handler.ts';
import { bareServer, refuseAddress } from './bare-server.ts';
import { readBodiesAsBytes } from './body-bytes.ts';
import type { HttpConnections } from './connections.ts';
import { Gate } from './gate.ts';
import { addGraphicPages } from './graphic-pages.ts';
import { addAssets, addDemoMedia, addPictures, addPreview } from './media-pages.ts';
import { mediaTerms } from './network-terms.ts';
import type { PageSources } from './pages.ts';

/** No endpoint here takes a body; small bodies are read so that the answer can give the error. */
const maxBody = 1_024;

/** The media address is public, and pages draw its pictures. */
const openToAll = { 'access-control-allow-origin': '*' };

/**
 * A read-only address for media, graphics and the preview page. Its purpose is to be another origin than the control of
 * shows.
 */
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
  addDemoMedia(fastify, sources);
  addPictures(fastify, work.store);
  addAssets(fastify, work.store);
  addPreview(fastify, work, sources);
  addGraphicPages(fastify, work, sources);
  await fastify.ready();
  connections.answer(fastify.routing);
}
