import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import { endpoints } from '../../contract/service-api/endpoints.ts';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import type { Handler, Work } from '../endpoints/handler.ts';
import { handlers } from '../endpoints/handlers.ts';
import { checkedBody } from './json-body.ts';

/** Make a route of every endpoint of the contract: its path, its checks, its handler. */
export function addRoutes(server: FastifyInstance, work: Work): void {
  for (const endpoint of endpoints) {
    const handler = handlers.find((one) => one.endpoint.name === endpoint.name);
    if (!handler) throw new Error(`The endpoint ${endpoint.name} has no handler.`);
    addRoute(server, handler, work);
  }
}

function addRoute(server: FastifyInstance, { endpoint, answer }: Handler, work: Work): void {
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const params = endpoint.params.safeParse(request.params);
      if (!params.success) throw new OverlayError('route-unknown');
      const body = checkedBody(endpoint.body, request.body as Buffer | undefined);
      const answered = await answer({ params: params.data, body }, work);
      if (answered.revision !== undefined) reply.header('etag', `"${answered.revision}"`);
      // Sent as text: what the endpoints answer are arrays, objects and JSON strings alike.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answered.body));
    },
  });
}

/** What a path can be asked with, for the `Allow` header; empty where there is nothing at this path. */
export function allowedMethods(path: string): string[] {
  const methods = endpoints.filter((endpoint) => matches(endpoint, path)).map(({ method }) => method);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function matches(endpoint: Endpoint, path: string): boolean {
  const pattern = endpoint.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path);
}
