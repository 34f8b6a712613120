import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Work } from '../work.ts';
import { type ServiceLog, maskedPath } from '../log.ts';
import { errorBody, errorHeaders, knownError, logFault, answerGarbage } from './answer-error.ts';
import type { HttpConnections } from './connections.ts';

/** Browsers must not guess types or store answers, which may be private. */
export const answerHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

/** As long as headers may be, so that endpoints judge every path. */
const longestParam = 16 * 1024;

/**
 * The HTTP library with our errors and without its body parsers. Answers nothing until `routing` is called. `nameOf`
 * names requests for the metrics.
 */
export function bareServer(
  { server }: HttpConnections,
  { log, self }: Work,
  nameOf: (request: FastifyRequest) => string,
): FastifyInstance {
  const answerError = errorAnswerer(log);
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
  fastify.setErrorHandler(answerError);
  fastify.addHook('onResponse', (request, reply, done) => {
    self.answered(nameOf(request), reply.statusCode, reply.elapsedTime / 1000);
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

/** Empty for an unknown path. */
export type MethodsAt = (path: string) => string[];

/** Throws `route-unknown` or `method-not-allowed`. */
export function refuseAddress(request: FastifyRequest, reply: FastifyReply, methodsAt: MethodsAt): never {
  const allowed = methodsAt(pathOf(request));
  if (allowed.length === 0 || allowed.includes(request.method)) throw new OverlayError('route-unknown');
  reply.header('allow', allowed.join(', '));
  throw new OverlayError('method-not-allowed');
}

function errorAnswerer(log: ServiceLog) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = knownError(thrown);
    const path = maskedPath(request.url);
    const id = logFault(log, error, { method: request.method, path });
    const { host, origin } = request.headers;
    if (error.code === 'origin-refused') log.warn('A request was refused.', { path, host, origin });
    const body = errorBody(error, id, request.routeOptions.config.endpoint?.errorShape);
    // The library would close while the client still sends, so the error is lost. Drop the rest of the body instead.
    reply.removeHeader('connection');
    return reply
      .code(error.status)
      .headers({ ...answerHeaders, ...errorHeaders(error) })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  };
}
