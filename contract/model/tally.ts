import { z } from 'zod';

/** `ON AIR` always means confirmed by the service. `HIDDEN`: In, but a graphic around it is Out. */
export const Tally = z.enum(['OUT', 'CUED', 'REQUESTED', 'ON AIR', 'HIDDEN', 'FAILED', 'UNKNOWN']);
export type Tally = z.infer<typeof Tally>;

/** `hidden`: confirmed In, but a graphic around it is Out, so viewers do not see it. */
export const OnAir = z.enum(['yes', 'hidden', 'no', 'unknown']);
export type OnAir = z.infer<typeof OnAir>;

/** Confirmed In, whether viewers see it or not. */
export function isIn(onAir: OnAir | undefined): boolean {
  return onAir === 'yes' || onAir === 'hidden';
}

const airOrder = ['yes', 'unknown', 'hidden', 'no'] as const;

/** Of several graphics; `no` for none. */
export function mostOnAir(airs: readonly OnAir[]): OnAir {
  return airOrder.find((one) => airs.includes(one)) ?? 'no';
}
