import type { Change } from '../../contract/service-api/live-channel.ts';
import type { Truth } from './confirmed.ts';

/** What the service tells, whatever the way. A change follows on the revision before its own, or on `since`. */
export type ToldTruth =
  | (Truth & { type: 'snapshot' })
  | { type: 'change'; revision: number; since?: number; changes: Change[] }
  | { type: 'beat'; revision: number };

/** The sub-compositions that may show otherwise now, and what became of the model, in words for the operator. */
export interface Heard {
  touched: Iterable<string>;
  changes: string[];
}
