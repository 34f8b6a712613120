import { z } from 'zod';

/**
 * What a lamp or a screen shows for a sub-composition. `ON AIR` always means that the service confirmed it. A pending
 * operation shows as `REQUESTED`, and a state that nobody can tell as `UNKNOWN`.
 */
export const Tally = z.enum(['OUT', 'CUED', 'REQUESTED', 'ON AIR', 'FAILED', 'UNKNOWN']);
export type Tally = z.infer<typeof Tally>;
