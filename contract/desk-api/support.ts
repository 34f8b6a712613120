import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Delivery } from './delivery.ts';

export const supportCalls = {
  /** A zip without secrets. Fails with the name of the part if it finds one. */
  supportBundle: { takes: z.object({}), gives: Delivery },
} satisfies LinkContract['calls'];

export const faultCalls = {
  /** Logs an unexpected fault of the screen. Returns the log id; null if the screen's limit per minute is reached. */
  reportError: {
    takes: z.object({ message: z.string().max(2_000), stack: z.string().max(8_000) }),
    gives: z.object({ id: z.string().nullable() }),
  },
} satisfies LinkContract['calls'];
