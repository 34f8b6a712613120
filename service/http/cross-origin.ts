import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './bare-server.ts';
import type { Gate } from './gate.ts';

/**
 * Cross-origin requests of pages whose origin is allowed. Their browsers may read the answers, the headers of this service
 * among them, and may ask beforehand whether a page may change something. `methodsAt` are the methods of a path.
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
        // Any other OPTIONS request is refused as a wrong method.
        preflight: request.headers['access-control-request-method'] !== undefined,
        methods: methodsAt(pathOf(request)),
        allowedHeaders: ['authorization', 'content-type'],
        exposedHeaders: '*',
        // How long (seconds) a browser may remember what it was allowed.
        maxAge: 600,
      }),
  });
}
