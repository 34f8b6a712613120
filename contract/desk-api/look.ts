import { z } from 'zod';
import { StoredState } from '../model/animation-state.ts';
import { Payload, Value } from '../model/field.ts';

export const LookName = z.string().trim().min(1).max(80);

/** What a look stores of one sub-composition. The root of a show has no state. */
export const LookItem = z.object({
  /** Its address. */
  id: z.string(),
  state: StoredState.optional(),
  payload: Payload,
});
export type LookItem = z.infer<typeof LookItem>;

/** The state and the values of chosen sub-compositions, to be recalled together. */
export const Look = z.object({ name: LookName, items: z.array(LookItem) });
export type Look = z.infer<typeof Look>;

/**
 * One difference between a look and what is on air. `gone`: the show no longer has the sub-composition or the field.
 * `unknown`: its service has not reported the show yet.
 */
export const LookDrift = z.object({
  /** The address of the sub-composition. */
  id: z.string(),
  what: z.enum(['state', 'value', 'gone', 'unknown']),
  /** Null if it is not about one field. */
  field: z.string().nullable(),
  /** What the look stores, and what the service last confirmed; null for nothing. */
  look: Value.nullable(),
  air: Value.nullable(),
});
export type LookDrift = z.infer<typeof LookDrift>;
