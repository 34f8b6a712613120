import type { Trigger } from '../../../contract/desk-api/as-run.ts';
import type { Press } from '../../../desk/app/operation.ts';
import { Presses, type PressesPorts } from '../../../desk/app/presses.ts';

/** The key that tests press. */
export const f1: Trigger = { kind: 'key', detail: 'F1' };

/** Gives the next press of it each time, by nobody. */
export function pressesBy(clock: PressesPorts['clock']): () => Press {
  const presses = new Presses({ clock, operator: () => '' });
  return () => presses.counted(f1);
}
