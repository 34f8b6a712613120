import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { Work } from '../endpoints/handler.ts';
import type { Log } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { bareServer, refuseAddress } from './bare-server.ts';
import { type Connections, createConnections } from './connections.ts';
import { allowCrossOrigin } from './cross-origin.ts';
import { Gate } from './gate.ts';
import { addLiveSocket, isLivePath } from './live-socket.ts';
import type { NetworkTerms } from './network-terms.ts';
import { addOnairPage, addWayToMedia, isPage, type PageSources } from './pages.ts';
import { Quota } from './quota.ts';
import { addRoutes, allowedMethods, type Door } from './routes.ts';

/** What the HTTP side needs. `errorId` makes the ids by which answers point into the log; `clock` is in ms. */
export interface HttpParts {
  work: Work;
  door: Door;
  log: Log;
  errorId: () => string;
  clock: () => number;
  sources: PageSources;
  terms: NetworkTerms;
  watch: Pick<ServiceWatch, 'answered' | 'full'>;
}

/** One of the service's HTTP servers, not listening yet. */
export interface HttpSide {
  server: Server;
  /** How many connections are open. */
  connections(): number;
  /** End the live channels that are still connected when all had their goodbye. */
  endSockets(): void;
}

/** The HTTP server with everything on it that can be asked of a show: endpoints, on-air page, live channel, and all that guards them. */
export async function httpServer(parts: HttpParts): Promise<HttpSide> {
  const { terms, work, log } = parts;
  const { addresses } = work;
  const gate = new Gate(terms.reach, terms.tls !== undefined, (origin) => addresses.isMedia(origin));
  const connections = serverConnections(parts);
  const fastify = bareServer(connections, { ...parts, nameOf, methodsAt, maxBody: terms.limits.maxBody });
  await addGuard(fastify, gate);
  const quota = terms.quota && new Quota(terms.quota, parts.clock);
  addRoutes(fastify, { work, door: parts.door, limits: terms.limits, quota });
  addOnairPage(fastify, parts);
  addWayToMedia(fastify, addresses);
  fastify.get(liveChannelPath.replace('{appToken}', ':appToken'), () => {
    throw new OverlayError('upgrade-required');
  });
  await fastify.ready();
  const { apps, live } = work;
  const endSockets = addLiveSocket(connections.server, { apps, live, tooMany: connections.tooMany, gate, log });
  return { server: connections.server, connections: () => connections.open(), endSockets };
}

/** The connections of a server, of which it is told when all are taken. */
export function serverConnections({ terms, watch, log }: Pick<HttpParts, 'terms' | 'watch' | 'log'>): Connections {
  return createConnections(terms.limits, terms.tls, () => {
    watch.full();
    log.warn('All connections are taken. --max-connections sets how many there are.');
  });
}

/** What every request passes, in this order: who may come, what its page may read, whether the address exists. */
async function addGuard(fastify: FastifyInstance, gate: Gate): Promise<void> {
  fastify.addHook('onRequest', (request, _reply, done) => {
    gate.check(request.headers, request.method !== 'GET' && request.method !== 'HEAD');
    done();
  });
  if (gate.allowsSome) await allowCrossOrigin(fastify, gate, methodsAt);
  fastify.addHook('onRequest', (request, reply, done) => {
    // Before the body is looked at: an address that does not exist is the first thing to say.
    if (request.is404) refuseAddress(request, reply, { methodsAt });
    done();
  });
}

function nameOf({ routeOptions, is404 }: Parameters<Parameters<typeof bareServer>[1]['nameOf']>[0]): string {
  return routeOptions.config.endpoint?.name ?? (is404 ? 'none' : 'page');
}

/** What a path can be asked with; empty where there is nothing at this path. */
function methodsAt(path: string): string[] {
  return isPage(path) || isLivePath(path) ? ['GET', 'HEAD'] : allowedMethods(path);
}
