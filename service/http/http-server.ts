import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { Work } from '../endpoints/handler.ts';
import type { Log } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { bareServer, refuseAddress } from './bare-server.ts';
import { type Connections, createConnections } from './connections.ts';
import { allowCrossOrigin, isByToken } from './cross-origin.ts';
import { Gate, type Purpose } from './gate.ts';
import { addLiveSocket, isLivePath } from './live-socket.ts';
import type { NetworkTerms } from './network-terms.ts';
import { addOnairPage, addWayToMedia, isPage, type PageSources } from './pages.ts';
import { Quota } from './quota.ts';
import { addRoutes, allowedMethods, type SignIn } from './routes.ts';

/**
 * What the HTTP side needs from outside. `errorId` makes the ids that lead from an answer to the log. `clock` is in ms.
 */
export interface HttpPorts {
  work: Work;
  accounts: SignIn;
  log: Log;
  errorId: () => string;
  clock: () => number;
  sources: PageSources;
  terms: NetworkTerms;
  watch: Pick<ServiceWatch, 'answered' | 'full'>;
}

/** One of the service's HTTP servers, before it listens. */
export interface HttpSide {
  server: Server;
  /** How many connections are open. */
  connections(): number;
  /** Ends the live channels that are still connected after they were told to close. */
  endSockets(): void;
}

/** The HTTP server with everything about a show: endpoints, on-air page, live channel, and their guards. */
export async function httpServer(ports: HttpPorts): Promise<HttpSide> {
  const { terms, work, log } = ports;
  const { addresses } = work;
  const gate = new Gate(terms.reach, terms.tls !== undefined, (origin) => addresses.isMedia(origin));
  const connections = serverConnections(ports);
  const fastify = bareServer(connections, { ...ports, nameOf, methodsAt, maxBody: terms.limits.maxBody });
  await addGuard(fastify, gate);
  const quota = terms.quota && new Quota(terms.quota, ports.clock);
  addRoutes(fastify, { work, accounts: ports.accounts, limits: terms.limits, quota });
  addOnairPage(fastify, ports);
  addWayToMedia(fastify, addresses);
  fastify.get(liveChannelPath.replace('{appToken}', ':appToken'), () => {
    throw new OverlayError('upgrade-required');
  });
  await fastify.ready();
  const { apps, live } = work;
  const endSockets = addLiveSocket(connections.server, {
    apps,
    live,
    tooMany: connections.tooMany,
    gate,
    log,
    errorId: ports.errorId,
  });
  return { server: connections.server, connections: () => connections.open(), endSockets };
}

/** The connections of a server. The log and the metrics learn when all are in use. */
export function serverConnections({ terms, watch, log }: Pick<HttpPorts, 'terms' | 'watch' | 'log'>): Connections {
  return createConnections(terms.limits, terms.tls, () => {
    watch.full();
    log.warn('All connections are in use. --max-connections sets the limit.');
  });
}

/** Checks every request in this order: who may come, what its page may read, whether the address exists. */
async function addGuard(fastify: FastifyInstance, gate: Gate): Promise<void> {
  fastify.addHook('onRequest', (request, _reply, done) => {
    gate.check(request.headers, purposeOf(request));
    done();
  });
  await allowCrossOrigin(fastify, gate, methodsAt);
  fastify.addHook('onRequest', (request, reply, done) => {
    // Runs before the body is read, because an unknown address is refused first.
    if (request.is404) refuseAddress(request, reply, { methodsAt });
    done();
  });
}

function purposeOf(request: FastifyRequest): Purpose {
  if (isByToken(request)) return 'by token';
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'change';
}

/** Nothing here answers OPTIONS but the CORS library, whose route is no page. */
function nameOf({ method, routeOptions, is404 }: Parameters<Parameters<typeof bareServer>[1]['nameOf']>[0]): string {
  return routeOptions.config.endpoint?.name ?? (is404 || method === 'OPTIONS' ? 'none' : 'page');
}

/** The methods of a path; empty for an unknown path. */
function methodsAt(path: string): string[] {
  return isPage(path) || isLivePath(path) ? ['GET', 'HEAD'] : allowedMethods(path);
}
