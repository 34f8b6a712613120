import type { Payload } from '../../contract/model/field.ts';
import type { Confirmed } from './confirmed.ts';
import type { Operation } from './operation.ts';

/** The air right before an operation. `ids` with the values that they had. */
export interface AirMoment {
  operation: Operation;
  were: ReadonlyMap<string, Payload>;
}

const mostMoments = 50;
/** A picture of more costs more than a press may wait. */
const mostOnAir = 500;

/**
 * Adds the moment before an operation that changes states; of a lost service, as it was seen last. Operations on one
 * picture, as of a cue, share a moment.
 */
export function withMoment(
  moments: readonly AirMoment[],
  operation: Operation,
  confirmed: Confirmed,
): readonly AirMoment[] {
  const takes = operation.kind === 'panic' || operation.items.some(({ state }) => state !== undefined);
  if (!takes || confirmed.in.size > mostOnAir) return moments;
  const were = new Map([...confirmed.in].flatMap((id) => [[id, confirmed.get(id)?.payload ?? {}] as const]));
  const [last] = moments;
  const isSame = last?.were.size === were.size && [...were].every(([id, payload]) => last.were.get(id) === payload);
  return isSame ? moments : [{ operation, were }, ...moments].slice(0, mostMoments);
}
