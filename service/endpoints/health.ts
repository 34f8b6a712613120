import { OverlayError } from '../../contract/errors.ts';
import { health, metrics, readiness } from '../../contract/service-api/health.ts';
import { handler } from './handler.ts';

export const healthHandlers = [
  handler(health, () => ({ body: { status: 'ok' as const } })),
  handler(readiness, (_request, { self }) => {
    const problem = self.unready();
    if (problem !== undefined) throw new OverlayError('not-ready', problem);
    return { body: { status: 'ready' as const } };
  }),
  handler(metrics, async (_request, { self }) => ({ text: await self.metrics() })),
];
