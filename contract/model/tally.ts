import { z } from 'zod';

/**
 * What a lamp or a screen says of a sub-composition. `ON AIR` is only ever what the service confirmed; a wish is
 * `REQUESTED`, and where the truth is not known it is `UNKNOWN`.
 */
export const Tally = z.enum(['OUT', 'CUED', 'REQUESTED', 'ON AIR', 'FAILED', 'UNKNOWN']);
export type Tally = z.infer<typeof Tally>;
