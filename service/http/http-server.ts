import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { Work } from '../endpoints/handler.ts';
import type { Log } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { bareServer, refuseAddress } from './bare-server.ts';
import type { Connections } from './connections.ts';
import { allowCrossOrigin, isByToken } from './cross-origin.ts';
import type { Gate, Purpose } from './gate.ts';
import type { Limits } from './limits.ts';
import { isLivePath } from './live-socket.ts';
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

/** Answers everything about a show: endpoints, on-air page, and their guards. */
export async function answerShows(connections: Connections, gate: Gate, ports: HttpPorts): Promise<void> {
  const { terms, work } = ports;
  const { addresses } = work;
  const mostBytes = bodyLimit(terms.limits);
  const fastify = bareServer(connections, { ...ports, nameOf, methodsAt, mostBytes });
  await addGuard(fastify, gate);
  const quota = terms.quota && new Quota(terms.quota, ports.clock);
  addRoutes(fastify, { work, accounts: ports.accounts, limits: terms.limits, quota });
  addOnairPage(fastify, ports);
  addWayToMedia(fastify, addresses);
  fastify.get(liveChannelPath.replace('{appToken}', ':appToken'), () => {
    throw new OverlayError('upgrade-required');
  });
  await fastify.ready();
  connections.answer(fastify.routing);
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

/**
 * A larger body (bytes) is taken only where it is read in a thread of its own, or not at all: everything else that is sent
 * is small.
 */
const mostSmall = 64 * 1024;

/** The most bytes of the body of a request. */
function bodyLimit({ maxBody, maxUpdate }: Limits): (request: FastifyRequest) => number {
  return ({ routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!endpoint?.body || endpoint.slowBody) return maxBody;
    return Math.min(maxBody, endpoint.lenient ? maxUpdate : mostSmall);
  };
}

/** Nothing here answers OPTIONS but the CORS library, whose route is no page. */
function nameOf({ method, routeOptions, is404 }: Parameters<Parameters<typeof bareServer>[1]['nameOf']>[0]): string {
  return routeOptions.config.endpoint?.name ?? (is404 || method === 'OPTIONS' ? 'none' : 'page');
}

/** The methods of a path; empty for an unknown path. */
function methodsAt(path: string): string[] {
  return isPage(path) || isLivePath(path) ? ['GET', 'HEAD'] : allowedMethods(path);
}
