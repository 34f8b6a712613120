import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { liveChannelPath } from '../../contract/service-api/live-timing.ts';
import type { Work } from '../work.ts';
import { bareServer, refuseAddress, pathOf } from './bare-server.ts';
import { readBodiesAsBytes } from './body-bytes.ts';
import type { Servers } from './connections.ts';
import type { Gate, Purpose } from './gate.ts';
import type { Limits } from './network-terms.ts';
import { addControlPage } from './control-page.ts';
import { isLivePath } from './live-socket.ts';
import { addOnairPage, addWayToMedia, isPage, type PageSources } from './pages.ts';
import { accountQuota } from './quota.ts';
import { addRoutes, allowedMethods, takesToken } from './routes.ts';
import cors, { type FastifyCorsOptions } from '@fastify/cors';

export async function answerShows({ http, gate }: Servers, work: Work, sources: PageSources): Promise<void> {
  const { terms } = work;
  const fastify = bareServer(http, work, nameOf);
  readBodiesAsBytes(fastify, bodyLimit(terms.limits));
  fastify.setNotFoundHandler((request, reply) => refuseAddress(request, reply, methodsAt));
  await addGuard(fastify, gate);
  addRoutes(fastify, work, terms.quota && accountQuota(terms.quota, work.clock));
  addOnairPage(fastify, work, sources);
  addControlPage(fastify, work);
  addWayToMedia(fastify, work.addresses);
  fastify.get(liveChannelPath.replace('{appToken}', ':appToken'), () => {
    throw new OverlayError('upgrade-required');
  });
  await fastify.ready();
  http.answer(fastify.routing);
}

async function addGuard(fastify: FastifyInstance, gate: Gate): Promise<void> {
  fastify.addHook('onRequest', (request, _reply, done) => {
    gate.check(request.headers, purposeOf(request));
    done();
  });
  await allowCrossOrigin(fastify, gate);
  fastify.addHook('onRequest', (request, reply, done) => {
    // Runs before the body is read, to refuse unknown addresses first.
    if (request.is404) refuseAddress(request, reply, methodsAt);
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
function nameOf({ method, routeOptions, is404 }: FastifyRequest): string {
  return routeOptions.config.endpoint?.name ?? (is404 || method === 'OPTIONS' ? 'none' : 'page');
}

function methodsAt(path: string): string[] {
  return isPage(path) || isLivePath(path) ? ['GET', 'HEAD'] : allowedMethods(path);
}

/** A preflight request has no endpoint of its own. */
function isByToken(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config;
  return endpoint ? endpoint.auth === 'token' : request.method === 'OPTIONS' && takesToken(pathOf(request));
}

/** Allows requests from allowed origins, and by token from any page. Browsers may read the headers. */
async function allowCrossOrigin(fastify: FastifyInstance, gate: Gate): Promise<void> {
  await fastify.register(cors, {
    delegator: (request: FastifyRequest, done: (error: null, options: FastifyCorsOptions) => void) =>
      done(null, {
        origin: isByToken(request) || gate.allows(request.headers.origin),
        // Any other OPTIONS request is refused as an unknown method.
        preflight: request.headers['access-control-request-method'] !== undefined,
        methods: request.method === 'OPTIONS' ? methodsAt(pathOf(request)) : [],
        allowedHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match', 'not-after', 'prefer'],
        exposedHeaders: '*',
        // Seconds that a browser may cache the preflight answer.
        maxAge: 600,
      }),
  });
}
