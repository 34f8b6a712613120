import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Extension: the process answers. */
export const health = endpoint({
  name: 'health',
  source: 'extension',
  method: 'GET',
  path: '/healthz',
  summary: 'The service is alive',
  auth: 'none',
  params: z.object({}),
  body: undefined,
  answer: z.object({ status: z.literal('ok') }),
  errors: [],
  example: { answer: { status: 'ok' } },
});
