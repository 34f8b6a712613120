import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from './gate.ts';

/** How long (seconds) a browser may remember what it was allowed. */
const remember = '600';

/**
 * Cross-origin requests: none, but for pages of the origins that are allowed. Their browsers may then read the answers, the
 * headers of this service among them, and ask beforehand whether they may change something.
 */
export function allowCrossOrigin(request: FastifyRequest, reply: FastifyReply, gate: Gate): void {
  const { origin = '' } = request.headers;
  if (!gate.allows(origin)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*',
    vary: 'origin',
  });
}

/** Whether a request is a browser's question whether a page of an allowed origin may make another one. */
export function isPreflight({ method, headers }: FastifyRequest, gate: Gate): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && gate.allows(headers.origin);
}

/** What a browser's question is answered with. */
export function answerPreflight(reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': allowed.join(', '),
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': remember,
    })
    .send();
}
