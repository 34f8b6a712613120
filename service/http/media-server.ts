import type { FastifyInstance } from 'fastify';
import { bareServer } from './bare-server.ts';
import { Gate } from './gate.ts';
import { addGraphicPages } from './graphic-pages.ts';
import { type HttpParts, type HttpSide, serverConnections } from './http-server.ts';
import { addAssets, addDemoMedia, addPictures, addPreview } from './media-pages.ts';
import { mediaTerms } from './network-terms.ts';

/** Nothing here takes a body; what is sent with one is told what it did wrong. */
const maxBody = 1_024;

/** What the media address serves is public to whoever has its address, and pages draw it into pictures of their own. */
const openToAll = { 'access-control-allow-origin': '*' };

/**
 * The server of the media address: pictures, videos, fonts, graphics of somebody else's code, and the preview page. To a
 * browser it is another origin than the one that can control a show, which is the whole point of it. It only gives.
 */
export async function mediaServer(parts: HttpParts): Promise<Omit<HttpSide, 'endSockets'>> {
  const terms = mediaTerms(parts.terms);
  const gate = new Gate(terms.reach, terms.tls !== undefined);
  const connections = serverConnections({ ...parts, terms });
  const fastify = bareServer(connections, {
    ...parts,
    nameOf: () => 'media',
    methodsAt: () => ['GET', 'HEAD'],
    maxBody,
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    gate.check(request.headers, false);
    reply.headers(openToAll);
    done();
  });
  addMedia(fastify, parts);
  await fastify.ready();
  // Nobody speaks with this address: it is asked and it answers.
  connections.server.on('upgrade', (_request, stream) => stream.destroy());
  return { server: connections.server, connections: () => connections.open() };
}

function addMedia(fastify: FastifyInstance, parts: HttpParts): void {
  const { work, sources } = parts;
  const { store } = work;
  addDemoMedia(fastify, sources);
  addPictures(fastify, store);
  addAssets(fastify, store);
  addPreview(fastify, parts);
  addGraphicPages(fastify, work, sources);
}
