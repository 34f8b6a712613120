import { z } from 'zod';
import { StoredState } from '../model/animation-state.ts';
import { Payload, Value } from '../model/field.ts';

export const LookName = z.string().trim().min(1).max(80);

export const LookItem = z.object({ id: z.string(), state: StoredState.optional(), payload: Payload });
export type LookItem = z.infer<typeof LookItem>;

export const Look = z.object({ name: LookName, items: z.array(LookItem) });
export type Look = z.infer<typeof Look>;

/** A difference of a look and the air. `gone`: not in the show; `unknown`: its service has not reported the show. */
export const LookDrift = z.object({
  id: z.string(),
  what: z.enum(['state', 'value', 'gone', 'unknown']),
  field: z.string().nullable(),
  look: Value.nullable(),
  air: Value.nullable(),
});
export type LookDrift = z.infer<typeof LookDrift>;
