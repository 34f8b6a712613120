import type { Look, LookDifference, LookItem } from '../../contract/desk-api/look.ts';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { type Field, holdsValue, type Payload, type Value } from '../../contract/model/field.ts';
import type { OperationItem, Request } from '../app/operation.ts';

/** A sub-composition as the service last confirmed it. */
export interface OnAir {
  item: ModelItem;
  fields: ReadonlyMap<string, Field>;
  state: StoredState;
  payload: Payload;
}

/** What a look holds of a sub-composition. A press of a button is no value that could be brought back. */
export function lookItem(id: string, { item, fields, state, payload }: OnAir): LookItem {
  const values = Object.entries(payload).filter(([field]) => kept(fields.get(field)));
  // The root of a show has no state.
  return { id, ...(item.state !== undefined && { state }), payload: Object.fromEntries(values) };
}

/** Bring a look back in one app: its items with the id in the app and what the show has there. What is gone is left out. */
export function recallRequest(
  { name }: Look,
  targets: readonly { id: string; item: LookItem; onAir: OnAir }[],
): Request {
  const items = targets.map(({ id, item, onAir }): OperationItem => {
    const values = Object.entries(item.payload).filter(([field]) => kept(onAir.fields.get(field)));
    return {
      subCompositionId: id,
      ...(values.length > 0 && { payload: Object.fromEntries(values) }),
      ...(item.state && { state: item.state }),
    };
  });
  const some = items.filter(({ payload, state }) => payload !== undefined || state !== undefined);
  return { kind: 'take', action: `Look ${name}`, items: some };
}

/** In what a look is not what is confirmed; `onAir` is undefined for what the show no longer has. */
export function lookDifferences(item: LookItem, onAir: OnAir | undefined): LookDifference[] {
  const { id, state } = item;
  if (!onAir) return [{ id, what: 'gone', field: null, look: state ?? null, air: null }];
  const values = Object.entries(item.payload).flatMap(([field, look]): LookDifference[] => {
    const air: Value | undefined = onAir.payload[field];
    if (!kept(onAir.fields.get(field))) return [{ id, what: 'gone', field, look, air: null }];
    return JSON.stringify(air) === JSON.stringify(look) ? [] : [{ id, what: 'value', field, look, air: air ?? null }];
  });
  if (state === undefined || state === onAir.state) return values;
  return [{ id, what: 'state', field: null, look: state, air: onAir.state }, ...values];
}

function kept(field: Field | undefined): boolean {
  return field !== undefined && holdsValue(field) && field.type !== 'button';
}
