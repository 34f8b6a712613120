import type { Operation } from './operation.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { type Confirmed, same } from './confirmed.ts';

/** Changes that arrived while operations of this desk were pending. Any of those operations may have made them. */
interface Undecided {
  revision: number;
  ids: string[];
  operations: Set<Operation>;
}

export interface OwnChange {
  /** The revision at which the confirmed state includes the operation; null if it was not confirmed. */
  revision: number | null;
  /** Whether the exact revision is known, or the operation is known to have made none. */
  named: boolean;
  confirmed: number;
}

/**
 * Separates changes of others from changes of this desk. Decides a change only when every operation that may have made
 * it has ended.
 */
export class Authorship {
  readonly #ours = new Set<number>();
  #open: Undecided[] = [];

  /** Returns only sub-compositions that another user certainly changed. */
  changed(revision: number, ids: readonly string[], pending: Iterable<Operation>): readonly string[] {
    const ours = this.#ours.has(revision);
    this.#forget(revision);
    if (ours) return [];
    const operations = new Set(pending);
    if (operations.size === 0) return ids;
    this.#open.push({ revision, ids: [...ids], operations });
    return [];
  }

  settled(operation: Operation, { revision, named, confirmed }: OwnChange): readonly string[] {
    const seen = this.#open.some((open) => open.revision === revision);
    this.#open = this.#open.filter((open) => open.revision !== revision);
    this.#forget(confirmed);
    if (revision !== null && !seen && revision > confirmed) this.#ours.add(revision);
    // Without a named revision, any change to the operation's sub-compositions may come from it.
    const own = named ? [] : operation.items.map((item) => item.id);
    for (const open of this.#open) {
      if (open.operations.delete(operation)) open.ids = open.ids.filter((id) => !own.includes(id));
    }
    const judged = this.#open.filter(({ operations }) => operations.size === 0);
    this.#open = this.#open.filter(({ operations }) => operations.size > 0);
    return judged.flatMap(({ ids }) => ids);
  }

  get awaited(): number[] {
    return [...this.#ours];
  }

  #forget(confirmed: number): void {
    for (const revision of this.#ours) if (revision <= confirmed) this.#ours.delete(revision);
  }

  clear(): void {
    this.#ours.clear();
    this.#open = [];
  }
}

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
      ({ payload = {}, commands = {} }) =>
        Object.hasOwn(commands, field) || (Object.hasOwn(payload, field) && same(payload[field], value)),
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
