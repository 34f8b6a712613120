import { type OperationItem, updateItem } from './operation.ts';

/** Computed ahead for the items of a panic, so that a press only has to send them. */
interface PreparedPanic {
  byId: ReadonlyMap<string, OperationItem>;
  body: Uint8Array;
}

/** A map of prepared items avoids copying them. */
export type Ids = ReadonlySet<string> | ReadonlyMap<string, unknown>;

const prepared = new WeakMap<readonly OperationItem[], PreparedPanic>();

/**
 * Prepares items that are sent repeatedly without changes. They must not change, and each must name another
 * sub-composition.
 */
export function prepareItems(items: readonly OperationItem[]): void {
  const byId = new Map(items.map((item) => [item.id, item]));
  prepared.set(items, { byId, body: new TextEncoder().encode(bodyText(items)) });
}

/** Undefined for items that were not prepared. */
export function preparedById(items: readonly OperationItem[]): PreparedPanic['byId'] | undefined {
  return prepared.get(items)?.byId;
}

export function bodyOf(items: readonly OperationItem[]): string | Uint8Array {
  return prepared.get(items)?.body ?? bodyText(items);
}

export function itemsAmong(items: readonly OperationItem[], known: Ids): readonly OperationItem[] {
  if (known.size === 0) return [];
  const byId = preparedById(items);
  if (!byId) return items.filter(({ id }) => known.has(id));
  return [...known.keys()].flatMap((id) => byId.get(id) ?? []);
}

function bodyText(items: readonly OperationItem[]): string {
  return JSON.stringify(items.map(updateItem));
}
