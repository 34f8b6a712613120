import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './bare-server.ts';
import type { Gate } from './gate.ts';

/**
 * Allows cross-origin requests from pages of allowed origins. Their browsers may read answers, including the headers of
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
        origin: gate.allows(request.headers.origin),
        // Any other OPTIONS request is refused as an unknown method.
        preflight: request.headers['access-control-request-method'] !== undefined,
        methods: methodsAt(pathOf(request)),
        allowedHeaders: ['authorization', 'content-type'],
        exposedHeaders: '*',
        // How long (seconds) a browser may cache the preflight answer.
        maxAge: 600,
      }),
  });
}
