import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Delivery } from './delivery.ts';

/** The support calls. */
export const supportCalls = {
  /** Makes a zip for support, without any secret. Fails, with the name of the part, if a secret is found in it. */
  supportBundle: { takes: z.object({}), gives: Delivery },
} satisfies LinkContract['calls'];
