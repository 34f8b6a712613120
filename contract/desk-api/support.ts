import { z } from 'zod';
import { ask } from './call.ts';
import { Delivery } from './delivery.ts';

export const supportCalls = {
  /** A zip without secrets. Fails with the name of the part if it finds one. */
  supportBundle: ask(z.object({}), Delivery),
};

export const faultCalls = {
  /** Logs an unexpected fault of the screen. Returns the log id; null if the screen's limit per minute is reached. */
  reportError: ask(
    z.object({ message: z.string().max(2_000), stack: z.string().max(8_000) }),
    z.object({ id: z.string().nullable() }),
  ),
};
