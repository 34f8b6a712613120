import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Work } from '../endpoints/handler.ts';
import { type Log, maskedPath } from '../log.ts';
import { errorBody, knownError } from './answer-error.ts';
import { checkSender } from './gate.ts';
import { addDemoMedia, addOnairPage, isPage, type PageSources } from './pages.ts';
import { addRoutes, allowedMethods } from './routes.ts';

/** No body is larger than this many bytes: enough for a picture as a data URL. */
const mostBytes = 1024 * 1024;
/** An idle connection is kept this long (ms): an operator who pauses for a minute must not pay for a new one. */
const keepIdle = 72_000;

/** What the HTTP side needs. `errorId` makes the ids by which answers point into the log. */
export interface HttpParts extends Work {
  log: Log;
  errorId: () => string;
  sources: PageSources;
}

/** The HTTP server with everything on it, not listening yet. */
export async function httpServer(parts: HttpParts): Promise<Server> {
  const server = createServer({ keepAliveTimeout: keepIdle });
  const answerError = errorAnswerer(parts);
  const fastify = Fastify({
    serverFactory: (handler) => server.on('request', handler),
    bodyLimit: mostBytes,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply),
  });
  server.removeAllListeners('clientError');
  server.on('clientError', answerGarbage);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  fastify.addHook('onRequest', async (request, reply) => {
    checkSender(request.headers, request.method !== 'GET' && request.method !== 'HEAD');
    // Before the body is looked at: an address that does not exist is the first thing to say.
    if (request.is404) refuseAddress(request, reply);
  });
  fastify.setNotFoundHandler(refuseAddress);
  fastify.setErrorHandler(answerError);
  addRoutes(fastify, parts);
  addOnairPage(fastify, parts.apps, parts.sources);
  addDemoMedia(fastify, parts.sources);
  await fastify.ready();
  return server;
}

function refuseAddress(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = isPage(path) ? ['GET', 'HEAD'] : allowedMethods(path);
  if (allowed.length === 0 || allowed.includes(request.method)) throw new OverlayError('route-unknown');
  reply.header('allow', allowed.join(', '));
  throw new OverlayError('method-not-allowed');
}

/** The one place where an error becomes an answer. */
function errorAnswerer({ log, errorId }: Pick<HttpParts, 'log' | 'errorId'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = knownError(thrown);
    const id = error.status >= 500 ? errorId() : '';
    const path = maskedPath(request.url);
    if (id) logFailure(log, error, { id, method: request.method, path });
    else if (error.code === 'origin-refused') log.warn('A request was refused.', { path, ...sender(request.raw) });
    return reply
      .code(error.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(error, id)));
  };
}

function logFailure(log: Log, error: OverlayError, fields: Record<string, unknown>): void {
  const { cause } = error;
  log.error(error.message, { ...fields, code: error.code, cause: cause instanceof Error ? cause.stack : cause });
}

function sender({ headers }: IncomingMessage): Record<string, unknown> {
  return { host: headers.host, origin: headers.origin };
}

/** What is not HTTP at all, or comes too slowly, has no request that it could be an answer to. */
function answerGarbage(thrown: NodeJS.ErrnoException, socket: Socket): void {
  if (thrown.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] =
    thrown.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : thrown.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not come to its end in time.']
        : ['400 Bad Request', 'This is not HTTP.'];
  const body = JSON.stringify({ error: { message, code: Number.parseInt(status, 10) } });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
