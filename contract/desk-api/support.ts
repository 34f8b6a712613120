import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Delivery } from './delivery.ts';

/** What a screen can ask for when something went wrong. */
export const supportCalls = {
  /** Make a zip of what those need who help, without any secret. Fails, with the part's name, where a secret is found in it. */
  supportBundle: { takes: z.object({}), gives: Delivery },
} satisfies LinkContract['calls'];
