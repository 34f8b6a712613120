import { z } from 'zod';

/**
 * How a file from the desk reaches the operator. A screen in a browser fetches it from an address that works once; the
 * desktop window saves it where the operator chooses.
 */
export const Delivery = z.discriminatedUnion('how', [
  /** `href` is a path on the desk's own host. */
  z.object({ how: z.literal('download'), href: z.string().startsWith('/') }),
  z.object({ how: z.literal('saved'), file: z.string() }),
  /** The operator closed the dialog without saving. */
  z.object({ how: z.literal('cancelled') }),
]);
export type Delivery = z.infer<typeof Delivery>;
