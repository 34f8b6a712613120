import { z } from 'zod';

/** A browser downloads the file from a single-use address; the desktop window saves it where the operator chooses. */
export const Delivery = z.discriminatedUnion('how', [
  z.object({ how: z.literal('download'), href: z.string().startsWith('/') }),
  z.object({ how: z.literal('saved'), file: z.string() }),
  z.object({ how: z.literal('cancelled') }),
]);
export type Delivery = z.infer<typeof Delivery>;
