import type { FastifyInstance } from 'fastify';
import { bareServer } from './bare-server.ts';
import type { HttpConnections } from './connections.ts';
import { Gate } from './gate.ts';
import { addGraphicPages } from './graphic-pages.ts';
import type { HttpPorts } from './http-server.ts';
import { addAssets, addDemoMedia, addPictures, addPreview } from './media-pages.ts';
import { mediaTerms } from './network-terms.ts';

/** No endpoint here takes a body; small bodies are read so that the answer can give the error. */
const maxBody = 1_024;

/** The media address is public, and pages draw its pictures. */
const openToAll = { 'access-control-allow-origin': '*' };

/**
 * A read-only address for media, graphics and the preview page. Its purpose is to be another origin than the control of
 * shows.
 */
export async function answerMedia(connections: HttpConnections, ports: HttpPorts): Promise<void> {
  const terms = mediaTerms(ports.terms);
  const gate = new Gate(terms.reach, terms.tls !== undefined);
  const fastify = bareServer(connections, {
    ...ports,
    nameOf: () => 'media',
    methodsAt: () => ['GET', 'HEAD'],
    mostBytes: () => maxBody,
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    gate.check(request.headers, 'read');
    reply.headers(openToAll);
    done();
  });
  addMedia(fastify, ports);
  await fastify.ready();
  connections.answer(fastify.routing);
}

function addMedia(fastify: FastifyInstance, ports: HttpPorts): void {
  const { work, sources } = ports;
  const { store } = work;
  addDemoMedia(fastify, sources);
  addPictures(fastify, store);
  addAssets(fastify, store);
  addPreview(fastify, ports);
  addGraphicPages(fastify, work, sources);
}
