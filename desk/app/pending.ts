import { type StoredState, storedState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { Operation, OperationItem } from './operation.ts';
import type { SubState } from './confirmed.ts';

/**
 * Operations, indexed by the sub-compositions that they change, so that lookups do not depend on the size of the show.
 */
export class Pending {
  /** With the revision at which the confirmed state includes them, once they are acknowledged. */
  readonly #operations = new Map<Operation, number>();
  /** By sub-composition, the items that each operation has for it. */
  readonly #byId = new Map<string, Map<Operation, OperationItem[]>>();

  /** Adds an operation. One that absorbed newer values is added again. */
  put(operation: Operation, revision = Infinity): void {
    this.#operations.set(operation, revision);
    for (const [id, items] of Map.groupBy(operation.items, (item) => item.id)) {
      const known = this.#byId.get(id) ?? new Map<Operation, OperationItem[]>();
      this.#byId.set(id, known.set(operation, items));
    }
  }

  delete(operation: Operation): void {
    this.#operations.delete(operation);
    for (const { id } of operation.items) {
      const known = this.#byId.get(id);
      known?.delete(operation);
      if (known?.size === 0) this.#byId.delete(id);
    }
  }

  /**
   * The confirmed state has reached this revision. Removes what it includes, and returns the ids those operations
   * changed.
   */
  reached(revision: number): string[] {
    const reached = [...this.#operations].filter(([, from]) => from <= revision).map(([operation]) => operation);
    for (const operation of reached) this.delete(operation);
    return reached.flatMap(({ items }) => items.map(({ id }) => id));
  }

  clear(): void {
    this.#operations.clear();
    this.#byId.clear();
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The items of these operations for a sub-composition. */
  items(id: string): OperationItem[] {
    return [...(this.#byId.get(id)?.values() ?? [])].flat();
  }

  get all(): Iterable<Operation> {
    return this.#operations.keys();
  }

  /** The state of a sub-composition with these operations applied. Commands set no values. */
  applied(
    item: SubState['item'],
    { state, payload }: Pick<SubState, 'state' | 'payload'>,
  ): { state: StoredState; payload: Payload } {
    const result = { state, payload };
    for (const [{ kind }, items] of this.#byId.get(item.id) ?? []) {
      for (const change of items) {
        if (change.state) result.state = storedState(change.state, item.secondTimeline);
        if (change.payload && kind !== 'command') {
          result.payload = { ...result.payload, ...(change.payload as Payload) };
        }
      }
    }
    return result;
  }
}
