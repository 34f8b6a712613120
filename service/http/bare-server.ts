import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { type Log, maskedPath } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { errorBody, errorHeaders, isOwnFault, knownError, logFault } from './answer-error.ts';
import { answerGarbage } from './answer-garbage.ts';
import { readBodiesAsBytes } from './body-bytes.ts';
import type { Connections } from './connections.ts';

/** Browsers must not guess the type of an answer, nor store it: answers hold what only the caller may see. */
export const answerHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** As long as headers may be: whatever stands in a path is judged by its endpoint, as an unknown token is. */
const longestParam = 16 * 1024;

/** What a server needs before it has anything to serve. `errorId` makes the ids that lead from an answer to the log. */
export interface BareServerPorts {
  log: Log;
  errorId: () => string;
  watch: Pick<ServiceWatch, 'answered'>;
  /** The name under which a request is counted. */
  nameOf: (request: FastifyRequest) => string;
  /** The methods of a path; empty for an unknown path. */
  methodsAt: (path: string) => string[];
  /** The most bytes of the body of a request. */
  mostBytes: (request: FastifyRequest) => number;
}

/**
 * The HTTP library on a server of this program, with this program's errors and without the library's body parsers. It answers
 * nothing yet: `routing` of what it gives does, once that is ready.
 */
export function bareServer({ server }: Connections, ports: BareServerPorts): FastifyInstance {
  const answerError = errorAnswerer(ports);
  const fastify = Fastify({
    serverFactory: () => server,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParam },
    // No route has a schema of the library's kind. Its compilers would be loaded at the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply),
  });
  server.removeAllListeners('clientError');
  server.on('clientError', answerGarbage);
  readBodiesAsBytes(fastify, ports.mostBytes);
  fastify.setNotFoundHandler((request, reply) => refuseAddress(request, reply, ports));
  fastify.setErrorHandler(answerError);
  fastify.addHook('onResponse', (request, reply, done) => {
    ports.watch.answered(ports.nameOf(request), reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  return fastify;
}

function noSchemas(): never {
  throw new Error('Routes are checked by their endpoints, so none has a schema.');
}

/** The path of a request, without its query. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** Refuses a request that no route matches. Throws `route-unknown` or `method-not-allowed`. */
export function refuseAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { methodsAt }: Pick<BareServerPorts, 'methodsAt'>,
): never {
  const allowed = methodsAt(pathOf(request));
  if (allowed.length === 0 || allowed.includes(request.method)) throw new OverlayError('route-unknown');
  reply.header('allow', allowed.join(', '));
  throw new OverlayError('method-not-allowed');
}

/** The one place that turns an error into an answer. */
function errorAnswerer({ log, errorId }: Pick<BareServerPorts, 'log' | 'errorId'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = knownError(thrown);
    const id = isOwnFault(error) ? errorId() : '';
    const path = maskedPath(request.url);
    if (id) logFault(log, error, { id, method: request.method, path });
    else if (error.code === 'origin-refused') log.warn('A request was refused.', { path, ...sender(request.raw) });
    const body = errorBody(error, id, request.routeOptions.config.endpoint?.errorShape);
    // The library would close under a client that is still sending its body, and that client would never read why. The rest of the
    // body is dropped instead, for as long as a request may take.
    reply.removeHeader('connection');
    return reply
      .code(error.status)
      .headers({ ...answerHeaders, ...errorHeaders(error) })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  };
}

function sender({ headers }: IncomingMessage): Record<string, unknown> {
  return { host: headers.host, origin: headers.origin };
}
