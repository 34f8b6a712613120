import { type StoredState, storedState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import { type Operation, type OperationItem, preparedById, type Outcome, itemsAmong } from './operation.ts';
import { otherValues, type SubState } from './confirmed.ts';

interface PendingItem {
  operation: Operation;
  item: OperationItem;
}

/** Items are never copied: a panic may name ten thousand sub-compositions. */
interface PendingPanic {
  byId: ReadonlyMap<string, OperationItem>;
  before: ReadonlySet<Operation>;
}

/** Operations indexed by sub-composition, so that lookups do not depend on the size of the show. */
export class Pending {
  /** The value is the revision at which the confirmed state includes the acknowledged operation. */
  readonly #operations = new Map<Operation, number>();
  /** The items of non-panic operations by sub-composition, in the order of beginning. */
  readonly #byId = new Map<string, PendingItem[]>();
  readonly #panics = new Map<Operation, PendingPanic>();

  put(operation: Operation, revision = Infinity): void {
    const byId = preparedById(operation.items);
    if (byId) this.#panics.set(operation, { byId, before: new Set(this.#operations.keys()) });
    else for (const item of operation.items) this.#add({ operation, item });
    this.#operations.set(operation, revision);
  }

  delete(operation: Operation): void {
    if (!this.#operations.delete(operation) || this.#panics.delete(operation)) return;
    for (const { id } of operation.items) {
      const left = this.#byId.get(id)?.filter((one) => one.operation !== operation) ?? [];
      if (left.length > 0) this.#byId.set(id, left);
      else this.#byId.delete(id);
    }
  }

  #add(one: PendingItem): void {
    const known = this.#byId.get(one.item.id);
    if (known) known.push(one);
    else this.#byId.set(one.item.id, [one]);
  }

  /** Removes the operations that this revision includes, and returns the ids they changed. */
  reached(revision: number): string[] {
    const reached = [...this.#operations].filter(([, from]) => from <= revision).map(([operation]) => operation);
    for (const operation of reached) this.delete(operation);
    return reached.flatMap(({ items }) => items.map(({ id }) => id));
  }

  clear(): void {
    this.#operations.clear();
    this.#byId.clear();
    this.#panics.clear();
  }

  has(id: string): boolean {
    return this.#byId.has(id) || [...this.#panics.values()].some(({ byId }) => byId.has(id));
  }

  holds(operation: Operation): boolean {
    return this.#operations.has(operation);
  }

  items(id: string): OperationItem[] {
    return this.#of(id).map(({ item }) => item);
  }

  #of(id: string): readonly PendingItem[] {
    let items = this.#byId.get(id) ?? [];
    for (const [operation, { byId, before }] of this.#panics) {
      const item = byId.get(id);
      if (!item) continue;
      const after = items.findIndex((one) => !before.has(one.operation));
      items = items.toSpliced(after < 0 ? items.length : after, 0, { operation, item });
    }
    return items;
  }

  get all(): Iterable<Operation> {
    return this.#operations.keys();
  }

  applied(
    item: SubState['item'],
    { state, payload }: Pick<SubState, 'state' | 'payload'>,
  ): { state: StoredState; payload: Payload } {
    const result = { state, payload };
    for (const { item: change } of this.#of(item.id)) {
      if (change.state) result.state = storedState(change.state, item.secondTimeline);
      if (change.payload) result.payload = { ...result.payload, ...(change.payload as Payload) };
    }
    return result;
  }
}

export interface RequestedState {
  state?: StoredState;
  payload?: Payload;
}

/** Whether the outcome is unknown, or the operation failed because its service was unreachable. */
export function isUnresolved(outcome: Outcome): boolean {
  if (outcome.result !== 'failed') return outcome.result === 'unknown';
  return outcome.error.becomes === 'lost' || outcome.error.becomes === 'unsent';
}

/**
 * Requests with an unknown outcome. Each stays until it becomes true, is requested again or is dismissed; it is never
 * resent automatically.
 */
export class Unresolved {
  readonly #requests = new Map<string, RequestedState>();

  keep(item: OperationItem, sub: SubState): void {
    const { state, payload } = this.#requests.get(sub.item.id) ?? {};
    const newState = item.state ? storedState(item.state, sub.item.secondTimeline) : state;
    const newPayload = { ...payload, ...(item.payload as Payload | undefined) };
    this.#put(sub.item.id, { ...(newState && { state: newState }), payload: newPayload });
  }

  begin({ items }: Pick<Operation, 'items'>): void {
    for (const item of itemsAmong(items, this.#requests)) this.#replace(item);
  }

  #replace({ id, state, payload = {} }: OperationItem): void {
    const request = this.#requests.get(id);
    if (!request) return;
    const left = Object.entries(request.payload ?? {}).filter(([field]) => !Object.hasOwn(payload, field));
    this.#put(id, { ...(!state && request.state && { state: request.state }), payload: Object.fromEntries(left) });
  }

  /** Drops the parts of the request that are true now. */
  compare(id: string, sub: SubState | undefined): void {
    const drift = sub && this.drift(id, sub);
    if (drift) this.#put(id, drift);
    else this.#requests.delete(id);
  }

  /** Returns the part of the request that is not true now; null if all is true. */
  drift(id: string, sub: SubState): RequestedState | null {
    const { state, payload = {} } = this.#requests.get(id) ?? {};
    const shown = Object.entries(payload).filter(([field]) => sub.fields.has(field));
    const other = otherValues(Object.fromEntries(shown), sub.payload);
    if (!other && (state === undefined || state === sub.state)) return null;
    return {
      ...(state !== undefined && state !== sub.state && { state }),
      ...(other && { payload: other }),
    };
  }

  has(id: string): boolean {
    return this.#requests.has(id);
  }

  forget(id: string): void {
    this.#requests.delete(id);
  }

  get ids(): Iterable<string> {
    return [...this.#requests.keys()];
  }

  #put(id: string, { state, payload = {} }: RequestedState): void {
    const some = Object.keys(payload).length > 0;
    if (state || some) this.#requests.set(id, { ...(state && { state }), ...(some && { payload }) });
    else this.#requests.delete(id);
  }
}
