import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './bare-server.ts';
import type { Gate } from './gate.ts';
import { takesToken } from './routes.ts';

/** A preflight request has no endpoint of its own. */
export function isByToken(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config;
  return endpoint ? endpoint.auth === 'token' : request.method === 'OPTIONS' && takesToken(pathOf(request));
}

/**
 * Allows cross-origin requests from allowed origins, and by token from any page. Browsers may read the headers and send
 * preflight requests.
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
        methods: request.method === 'OPTIONS' ? methodsAt(pathOf(request)) : [],
        allowedHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match', 'not-after', 'prefer'],
        exposedHeaders: '*',
        // Seconds that a browser may cache the preflight answer.
        maxAge: 600,
      }),
  });
}
