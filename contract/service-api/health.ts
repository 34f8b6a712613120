import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const anyone = { source: 'extension', method: 'GET', auth: 'none', params: z.object({}), body: undefined } as const;

export const health = endpoint({
  name: 'health',
  ...anyone,
  path: '/healthz',
  summary: 'The service is alive',
  answer: z.object({ status: z.literal('ok') }),
  errors: [],
  example: { answer: { status: 'ok' } },
});

export const readiness = endpoint({
  name: 'readiness',
  ...anyone,
  path: '/readyz',
  summary: 'The service is ready: it is neither starting nor stopping, and can write',
  answer: z.object({ status: z.literal('ready') }),
  errors: ['not-ready'],
  example: { answer: { status: 'ready' } },
});

export const metrics = endpoint({
  name: 'metrics',
  ...anyone,
  path: '/metrics',
  summary: 'Requests, commits, live readers, connections and memory, as Prometheus reads them',
  answer: z.string(),
  answerKind: 'text',
  errors: [],
  example: { answer: 'overlay_live_subscribers 2\n' },
});

export const openApiDocument = endpoint({
  name: 'openApiDocument',
  ...anyone,
  path: '/openapi.json',
  summary: 'This description, as OpenAPI 3.1',
  answer: z.looseObject({ openapi: z.literal('3.1.0') }),
  errors: [],
  example: { answer: { openapi: '3.1.0' } },
});

export const openApiPage = endpoint({
  name: 'openApiPage',
  ...anyone,
  path: '/openapi.html',
  summary: 'This description as a page',
  answer: z.string(),
  answerKind: 'html',
  errors: [],
  example: { answer: '<!doctype html>' },
});
