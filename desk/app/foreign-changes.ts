import { storedState } from '../../contract/model/animation-state.ts';
import type { Operation } from './operation.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { type Confirmed, same } from './confirmed.ts';

/**
 * Returns sub-compositions whose changes no operation explains. For polling only, where one answer may hold the result
 * of many requests.
 */
export function foreignChanges(
  changes: readonly Change[],
  operations: readonly Operation[],
  confirmed: Pick<Confirmed, 'get' | 'shareLayer'>,
): string[] {
  return changes.filter((change) => !explained(change, operations, confirmed)).map(({ id }) => id);
}

function explained(
  { id, state, payload = {} }: Change,
  operations: readonly Operation[],
  confirmed: Pick<Confirmed, 'get' | 'shareLayer'>,
): boolean {
  const own = operations.flatMap(({ items }) => items.filter((item) => item.id === id));
  const second = confirmed.get(id)?.item.secondTimeline ?? false;
  const values = Object.entries(payload).every(([field, value]) =>
    // Only the service knows the resulting value of a button or a timer.
    own.some(
      ({ payload, commands }) => field in { ...commands } || (field in { ...payload } && same(payload?.[field], value)),
    ),
  );
  const stateAsked = own.some((item) => item.state !== undefined && storedState(item.state, second) === state);
  return values && (state === undefined || stateAsked || (state === 'Out1' && gaveWay(id, operations, confirmed)));
}

function gaveWay(id: string, operations: readonly Operation[], confirmed: Pick<Confirmed, 'shareLayer'>): boolean {
  return operations.some(({ items }) =>
    items.some((item) => item.state === 'In' && item.id !== id && confirmed.shareLayer(item.id, id)),
  );
}
