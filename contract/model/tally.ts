import { z } from 'zod';

/** `ON AIR` always means confirmed by the service. */
export const Tally = z.enum(['OUT', 'CUED', 'REQUESTED', 'ON AIR', 'FAILED', 'UNKNOWN']);
export type Tally = z.infer<typeof Tally>;
