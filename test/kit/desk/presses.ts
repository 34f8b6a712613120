import type { Clock } from '../../../contract/clock.ts';
import type { Press } from '../../../desk/app/operation.ts';
import { type Cause, Presses } from '../../../desk/app/presses.ts';

/** The key that tests press, just now. */
export const f1: Cause = { trigger: { kind: 'key', detail: 'F1' }, age: 0 };

/** Gives the next press of it each time, by nobody. */
export function pressesBy(clock: Clock): () => Press {
  const presses = new Presses(clock, () => '');
  return () => presses.counted(f1);
}
