import { z } from 'zod';
import { endpoint, get } from './endpoint.ts';

const anyone = { auth: 'none', params: z.object({}) } as const;

export const health = endpoint('health', 'extension', {
  ...get('/healthz'),
  ...anyone,
  summary: 'The service is alive',
  answer: z.object({ status: z.literal('ok') }),
  errors: [],
  example: { answer: { status: 'ok' } },
});

export const readiness = endpoint('readiness', 'extension', {
  ...get('/readyz'),
  ...anyone,
  summary: 'The service is ready: it is neither starting nor stopping, and can write',
  answer: z.object({ status: z.literal('ready') }),
  errors: ['not-ready'],
  example: { answer: { status: 'ready' } },
});

export const metrics = endpoint('metrics', 'extension', {
  ...get('/metrics'),
  ...anyone,
  summary: 'Requests, commits, live readers, connections and memory, as Prometheus reads them',
  answer: z.string(),
  answerKind: 'text',
  errors: [],
  example: { answer: 'overlay_live_subscribers 2\n' },
});

export const openApiDocument = endpoint('openApiDocument', 'extension', {
  ...get('/openapi.json'),
  ...anyone,
  summary: 'This description, as OpenAPI 3.1',
  answer: z.looseObject({ openapi: z.literal('3.1.0') }),
  errors: [],
  example: { answer: { openapi: '3.1.0' } },
});

export const openApiPage = endpoint('openApiPage', 'extension', {
  ...get('/openapi.html'),
  ...anyone,
  summary: 'This description as a page',
  answer: z.string(),
  answerKind: 'html',
  errors: [],
  example: { answer: '<!doctype html>' },
});
