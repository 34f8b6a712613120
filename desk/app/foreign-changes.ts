import { storedState } from '../../contract/model/animation-state.ts';
import type { Operation } from './operation.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { type Held, same } from './confirmed.ts';

/**
 * The sub-compositions whose changes none of the operations explains: somebody else made them. This is how a desk tells that
 * has no revisions to go by, because it asks for the truth and is answered with what has become of many requests.
 */
export function foreignChanges(
  changes: readonly Change[],
  operations: readonly Operation[],
  held: (id: string) => Held | undefined,
): string[] {
  return changes.filter((change) => !explained(change, operations, held)).map(({ id }) => id);
}

function explained(
  { id, state, payload = {} }: Change,
  operations: readonly Operation[],
  held: (id: string) => Held | undefined,
): boolean {
  const own = operations.flatMap(({ kind, items }) =>
    items.filter(({ subCompositionId }) => subCompositionId === id).map((item) => ({ ...item, kind })),
  );
  const second = held(id)?.item.secondTimeline ?? false;
  const values = Object.entries(payload).every(([field, value]) =>
    // What a button or a timer becomes only the service knows.
    own.some(
      (item) => field in (item.payload ?? {}) && (item.kind === 'command' || same(item.payload?.[field], value)),
    ),
  );
  const asked = own.some((item) => item.state !== undefined && storedState(item.state, second) === state);
  return values && (state === undefined || asked || (state === 'Out1' && gaveWay(id, operations, held)));
}

/** Whether one of the operations took something else of its logic layer In, for which it had to go out. */
function gaveWay(id: string, operations: readonly Operation[], held: (id: string) => Held | undefined): boolean {
  const layer = held(id)?.item.logicLayer?.name;
  if (layer === undefined) return false;
  return operations.some(({ items }) =>
    items.some(({ subCompositionId, state }) => {
      return state === 'In' && subCompositionId !== id && held(subCompositionId)?.item.logicLayer?.name === layer;
    }),
  );
}
