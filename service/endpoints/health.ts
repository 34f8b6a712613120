import { health } from '../../contract/service-api/health.ts';
import { handler } from './handler.ts';

/** Extension: that this answers at all is the answer. */
export const healthHandlers = [handler(health, () => ({ body: { status: 'ok' as const } }))];
