import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Delivery } from './delivery.ts';

/** The support calls. */
export const supportCalls = {
  /** Makes a zip for support, without any secret. Fails, with the name of the part, if a secret is found in it. */
  supportBundle: { takes: z.object({}), gives: Delivery },
} satisfies LinkContract['calls'];

/** What a screen reports of its own faults. */
export const faultCalls = {
  /**
   * Something went wrong in the screen that nobody expected: the desk logs it. Gives the id in the log; null if the screen
   * has reported so much within a minute that this is not logged.
   */
  reportError: {
    takes: z.object({ message: z.string().max(2_000), stack: z.string().max(8_000) }),
    gives: z.object({ id: z.string().nullable() }),
  },
} satisfies LinkContract['calls'];
