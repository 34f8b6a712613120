import { z } from 'zod';

/**
 * The first message of a screen in a browser: the key that it keeps, and the one-time token of its address.
 *
 * Attack: a cookie goes to every port of a machine, so a picture address of a field would send it to another program.
 * The key is in the storage of the page, which belongs to one port, and goes only into this message.
 */
export const EntryRequest = z.object({
  key: z.string().nullable(),
  token: z.string().nullable(),
  /** The name that a screen had before its link broke. */
  screen: z.string().max(40).optional(),
});
export type EntryRequest = z.infer<typeof EntryRequest>;

/** The key to keep, or a sentence for the operator. A refused screen is closed. */
export const EntryAnswer = z.union([z.object({ key: z.string() }), z.object({ refused: z.string() })]);
export type EntryAnswer = z.infer<typeof EntryAnswer>;
