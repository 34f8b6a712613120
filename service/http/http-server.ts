import type { IncomingMessage, Server } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { Work } from '../endpoints/handler.ts';
import { type Log, maskedPath } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { errorBody, errorHeaders, isOwnFault, knownError } from './answer-error.ts';
import { answerFull, answerGarbage } from './answer-garbage.ts';
import { readBodiesAsBytes } from './body-bytes.ts';
import { type Connections, createConnections } from './connections.ts';
import { allowCrossOrigin, answerPreflight, isPreflight } from './cross-origin.ts';
import { Gate } from './gate.ts';
import { addLiveSocket, isLivePath } from './live-socket.ts';
import type { NetworkTerms } from './network-terms.ts';
import { addDemoMedia, addOnairPage, addPictures, isPage, type PageSources } from './pages.ts';
import { Quota } from './quota.ts';
import { addRoutes, allowedMethods, answerHeaders, type Door } from './routes.ts';

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

/** The HTTP side of the service, not listening yet. */
export interface HttpSide {
  server: Server;
  /** How many connections are open. */
  connections(): number;
  /** End the live channels that are still connected when all had their goodbye. */
  endSockets(): void;
}

/** The HTTP server with everything on it: endpoints, pages, live channel, and all that guards them. */
export async function httpServer(parts: HttpParts): Promise<HttpSide> {
  const { terms, work, log } = parts;
  const gate = new Gate(terms.reach, terms.tls !== undefined);
  const connections = createConnections(terms.limits, terms.tls, () => {
    parts.watch.full();
    log.warn('All connections are taken. --max-connections sets how many there are.');
  });
  const { server } = connections;
  const fastify = bareServer(connections, parts);
  fastify.addHook('onRequest', (request, reply, done) => {
    gate.check(request.headers, request.method !== 'GET' && request.method !== 'HEAD');
    allowCrossOrigin(request, reply, gate);
    if (isPreflight(request, gate)) return void answerPreflight(reply, methodsAt(pathOf(request)));
    // Before the body is looked at: an address that does not exist is the first thing to say.
    if (request.is404) refuseAddress(request, reply);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const name = endpoint?.name ?? (request.is404 ? 'none' : 'page');
    parts.watch.answered(name, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  const quota = terms.quota && new Quota(terms.quota, parts.clock);
  addRoutes(fastify, { work, door: parts.door, limits: terms.limits, quota });
  addPages(fastify, parts);
  await fastify.ready();
  const endSockets = addLiveSocket(server, {
    apps: work.apps,
    live: work.live,
    tooMany: connections.tooMany,
    gate,
    log,
  });
  return { server, connections: () => connections.open(), endSockets };
}

/** The HTTP library on our connections, with our errors and none of its own readings of a body. */
function bareServer({ server, tooMany }: Connections, parts: HttpParts): FastifyInstance {
  const answerError = errorAnswerer(parts);
  const fastify = Fastify({
    serverFactory: (handler) =>
      server.on('request', (request, response) => {
        if (tooMany(request.socket)) answerFull(response);
        else handler(request, response);
      }),
    bodyLimit: parts.terms.limits.maxBody,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply),
  });
  server.removeAllListeners('clientError');
  server.on('clientError', answerGarbage);
  readBodiesAsBytes(fastify, parts.terms.limits.maxBody);
  fastify.setNotFoundHandler(refuseAddress);
  fastify.setErrorHandler(answerError);
  return fastify;
}

function addPages(fastify: FastifyInstance, { work, sources }: HttpParts): void {
  addOnairPage(fastify, work.apps, sources);
  addDemoMedia(fastify, sources);
  addPictures(fastify, work.store);
  fastify.get(liveChannelPath.replace('{appToken}', ':appToken'), () => {
    throw new OverlayError('upgrade-required');
  });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** What a path can be asked with; empty where there is nothing at this path. */
function methodsAt(path: string): string[] {
  return isPage(path) || isLivePath(path) ? ['GET', 'HEAD'] : allowedMethods(path);
}

function refuseAddress(request: FastifyRequest, reply: FastifyReply): never {
  const allowed = methodsAt(pathOf(request));
  if (allowed.length === 0 || allowed.includes(request.method)) throw new OverlayError('route-unknown');
  reply.header('allow', allowed.join(', '));
  throw new OverlayError('method-not-allowed');
}

/** The one place where an error becomes an answer. */
function errorAnswerer({ log, errorId }: Pick<HttpParts, 'log' | 'errorId'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = knownError(thrown);
    const id = isOwnFault(error) ? errorId() : '';
    const path = maskedPath(request.url);
    if (id) logFailure(log, error, { id, method: request.method, path });
    else if (error.code === 'origin-refused') log.warn('A request was refused.', { path, ...sender(request.raw) });
    const body = errorBody(error, id, request.routeOptions.config.endpoint?.errorShape);
    return reply
      .code(error.status)
      .headers({ ...answerHeaders, ...errorHeaders(error) })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  };
}

function logFailure(log: Log, error: OverlayError, fields: Record<string, unknown>): void {
  const { cause } = error;
  log.error(error.message, { ...fields, code: error.code, cause: cause instanceof Error ? cause.stack : cause });
}

function sender({ headers }: IncomingMessage): Record<string, unknown> {
  return { host: headers.host, origin: headers.origin };
}
