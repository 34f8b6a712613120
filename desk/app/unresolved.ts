import { type StoredState, storedState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { OperationItem, Outcome } from './operation.ts';
import { type Held, same } from './confirmed.ts';

/** A state, values, or both, that were asked of a sub-composition. */
export interface Asked {
  state?: StoredState;
  payload?: Payload;
}

/** Whether nobody knows what became of an operation, or its service was not there for it. */
export function isLeftOver(outcome: Outcome): boolean {
  const lost = ['not-connected', 'service-lost', 'service-unreachable'];
  return outcome.result === 'unknown' || (outcome.result === 'failed' && lost.includes(outcome.error.code));
}

/**
 * What was asked for and nobody knows to have happened. It stays until it turns out to be so, until the same is asked for
 * once more, or until the operator dismisses it; it is never sent by itself.
 */
export class Unfinished {
  readonly #asked = new Map<string, Asked>();

  /** An item ended without anybody knowing what became of it. */
  keep(item: OperationItem, held: Held): void {
    const { state, payload } = this.#asked.get(held.item.id) ?? {};
    const newState = item.state ? storedState(item.state, held.item.secondTimeline) : state;
    const newPayload = { ...payload, ...(item.payload as Payload | undefined) };
    this.#put(held.item.id, { ...(newState && { state: newState }), payload: newPayload });
  }

  /** An item is asked for anew: what it carries is no longer what was asked before. */
  begin({ subCompositionId: id, state, payload = {} }: OperationItem): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    const left = Object.entries(asked.payload ?? {}).filter(([field]) => !(field in payload));
    this.#put(id, { ...(!state && asked.state && { state: asked.state }), payload: Object.fromEntries(left) });
  }

  /** The truth of a sub-composition was told: what it confirms has happened, as much as anybody asked for. */
  compare(id: string, held: Held | undefined): void {
    const differs = held && this.drift(id, held);
    if (differs) this.#put(id, differs);
    else this.#asked.delete(id);
  }

  /** In what a sub-composition is not what was asked; null where nothing differs. */
  drift(id: string, held: Held): Asked | null {
    const { state, payload = {} } = this.#asked.get(id) ?? {};
    const values = Object.entries(payload).filter(
      ([field, value]) => held.fields.has(field) && !same(value, held.payload[field]),
    );
    if (values.length === 0 && (state === undefined || state === held.state)) return null;
    return {
      ...(state !== undefined && state !== held.state && { state }),
      ...(values.length > 0 && { payload: Object.fromEntries(values) }),
    };
  }

  has(id: string): boolean {
    return this.#asked.has(id);
  }

  forget(id: string): void {
    this.#asked.delete(id);
  }

  get ids(): Iterable<string> {
    return [...this.#asked.keys()];
  }

  #put(id: string, { state, payload = {} }: Asked): void {
    const some = Object.keys(payload).length > 0;
    if (state || some) this.#asked.set(id, { ...(state && { state }), ...(some && { payload }) });
    else this.#asked.delete(id);
  }
}
