import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { type ServiceLog, maskedPath } from '../log.ts';
import type { ServiceWatch } from '../self-report.ts';
import { errorBody, errorHeaders, isOwnFault, knownError, logFault } from './answer-error.ts';
import { answerGarbage } from './answer-garbage.ts';
import { readBodiesAsBytes } from './body-bytes.ts';
import type { HttpConnections } from './connections.ts';

/** Browsers must not guess types or store answers, which may be private. */
export const answerHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** As long as headers may be, so that endpoints judge every path. */
const longestParam = 16 * 1024;

/** `errorId` makes ids that link answers to the log. */
export interface BareServerPorts {
  log: ServiceLog;
  errorId: () => string;
  watch: Pick<ServiceWatch, 'answered'>;
  nameOf: (request: FastifyRequest) => string;
  methodsAt: (path: string) => string[];
  /** In bytes. */
  mostBytes: (request: FastifyRequest) => number;
}

/** The HTTP library with our errors and without its body parsers. Answers nothing until `routing` is called. */
export function bareServer({ server }: HttpConnections, ports: BareServerPorts): FastifyInstance {
  const answerError = errorAnswerer(ports);
  const fastify = Fastify({
    serverFactory: () => server,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParam },
    // No route uses library schemas, so their compilers are not loaded.
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

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** Throws `route-unknown` or `method-not-allowed`. */
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

function errorAnswerer({ log, errorId }: Pick<BareServerPorts, 'log' | 'errorId'>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = knownError(thrown);
    const id = isOwnFault(error) ? errorId() : '';
    const path = maskedPath(request.url);
    if (id) logFault(log, error, { id, method: request.method, path });
    else if (error.code === 'origin-refused') log.warn('A request was refused.', { path, ...sender(request.raw) });
    const body = errorBody(error, id, request.routeOptions.config.endpoint?.errorShape);
    // The library would close while the client still sends, and the client would miss the error. Drop the rest of the
    // body instead.
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
