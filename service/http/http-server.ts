import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { Work } from '../endpoints/handler.ts';
import type { ServiceLog } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { bareServer, refuseAddress } from './bare-server.ts';
import type { HttpConnections } from './connections.ts';
import { allowCrossOrigin, isByToken } from './cross-origin.ts';
import type { Gate, Purpose } from './gate.ts';
import type { Limits } from './limits.ts';
import { isLivePath } from './live-socket.ts';
import type { NetworkTerms } from './network-terms.ts';
import { addOnairPage, addWayToMedia, isPage, type PageSources } from './pages.ts';
import { Quota } from './quota.ts';
import { addRoutes, allowedMethods, type SignIn } from './routes.ts';

/** `errorId` makes ids that link answers to the log. `clock` is in ms. */
export interface HttpPorts {
  work: Work;
  accounts: SignIn;
  log: ServiceLog;
  errorId: () => string;
  clock: () => number;
  sources: PageSources;
  terms: NetworkTerms;
  watch: Pick<ServiceWatch, 'answered' | 'full'>;
}

export async function answerShows(connections: HttpConnections, gate: Gate, ports: HttpPorts): Promise<void> {
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

async function addGuard(fastify: FastifyInstance, gate: Gate): Promise<void> {
  fastify.addHook('onRequest', (request, _reply, done) => {
    gate.check(request.headers, purposeOf(request));
    done();
  });
  await allowCrossOrigin(fastify, gate, methodsAt);
  fastify.addHook('onRequest', (request, reply, done) => {
    // Runs before the body is read, to refuse unknown addresses first.
    if (request.is404) refuseAddress(request, reply, { methodsAt });
    done();
  });
}

function purposeOf(request: FastifyRequest): Purpose {
  if (isByToken(request)) return 'by token';
  return request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'change';
}

/** Bytes. Larger bodies are accepted only where a separate thread reads them or where they stay unread. */
const mostSmall = 64 * 1024;

function bodyLimit({ maxBody, maxUpdate }: Limits): (request: FastifyRequest) => number {
  return ({ routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!endpoint?.body || endpoint.slowBody) return maxBody;
    return Math.min(maxBody, endpoint.lenient ? maxUpdate : mostSmall);
  };
}

/** Only the CORS library answers OPTIONS, and its route is no page. */
function nameOf({ method, routeOptions, is404 }: Parameters<Parameters<typeof bareServer>[1]['nameOf']>[0]): string {
  return routeOptions.config.endpoint?.name ?? (is404 || method === 'OPTIONS' ? 'none' : 'page');
}

/** Empty for an unknown path. */
function methodsAt(path: string): string[] {
  return isPage(path) || isLivePath(path) ? ['GET', 'HEAD'] : allowedMethods(path);
}
