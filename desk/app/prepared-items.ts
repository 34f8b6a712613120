import { type OperationItem, updateItem } from './operation.ts';

/** What is made ahead of the items of a panic, so that a press only has to send them. */
interface Prepared {
  byId: ReadonlyMap<string, OperationItem>;
  /** Their request (row 31). */
  body: Uint8Array;
}

/** Some ids; where they are those of a panic, its items are not copied for that. */
export type Ids = ReadonlySet<string> | ReadonlyMap<string, unknown>;

const prepared = new WeakMap<readonly OperationItem[], Prepared>();

/**
 * Prepares items that are sent again and again as they are, however many they are. They must not change, and each names
 * another sub-composition.
 */
export function prepareItems(items: readonly OperationItem[]): void {
  const byId = new Map(items.map((item) => [item.id, item]));
  prepared.set(items, { byId, body: new TextEncoder().encode(bodyText(items)) });
}

/** Prepared items by their ids; undefined for any others. */
export function preparedById(items: readonly OperationItem[]): Prepared['byId'] | undefined {
  return prepared.get(items)?.byId;
}

/** The body of the request that sends items (row 31). */
export function bodyOf(items: readonly OperationItem[]): string | Uint8Array {
  return prepared.get(items)?.body ?? bodyText(items);
}

/** The items of those sub-compositions that are among the `known` ones. */
export function itemsAmong(items: readonly OperationItem[], known: Ids): readonly OperationItem[] {
  if (known.size === 0) return [];
  const byId = preparedById(items);
  if (!byId) return items.filter(({ id }) => known.has(id));
  return [...known.keys()].flatMap((id) => byId.get(id) ?? []);
}

function bodyText(items: readonly OperationItem[]): string {
  return JSON.stringify(items.map(updateItem));
}
