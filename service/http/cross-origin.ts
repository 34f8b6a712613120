import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './bare-server.ts';
import type { Gate } from './gate.ts';
import { takesToken } from './routes.ts';

/** Whether a request goes to an endpoint that the token in its path opens. A preflight request goes to no endpoint itself. */
export function isByToken(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config;
  return endpoint ? endpoint.auth === 'token' : request.method === 'OPTIONS' && takesToken(pathOf(request));
}

/**
 * Allows cross-origin requests from pages of allowed origins, and by token from every page. Their browsers may read answers, including the headers of
 * this service, and may ask beforehand whether a page may change something. `methodsAt` gives the methods of a path.
 */
export async function allowCrossOrigin(
  fastify: FastifyInstance,
  gate: Gate,
  methodsAt: (path: string) => string[],
): Promise<void> {
  await fastify.register(cors, {
    delegator: (request: FastifyRequest, done: (error: null, options: FastifyCorsOptions) => void) =>
      done(null, {
        origin: isByToken(request) || gate.allows(request.headers.origin),
        // Any other OPTIONS request is refused as an unknown method.
        preflight: request.headers['access-control-request-method'] !== undefined,
        // Only the answer to a preflight request has them, and every request comes here.
        methods: request.method === 'OPTIONS' ? methodsAt(pathOf(request)) : [],
        allowedHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match', 'not-after', 'prefer'],
        exposedHeaders: '*',
        // How long (seconds) a browser may cache the preflight answer.
        maxAge: 600,
      }),
  });
}
