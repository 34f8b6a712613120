import { type StoredState, storedState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { OperationItem, Outcome } from './operation.ts';
import { type SubState, same } from './confirmed.ts';

/** A state, values, or both, that were asked of a sub-composition. */
export interface RequestedState {
  state?: StoredState;
  payload?: Payload;
}

/** Whether nobody knows what became of an operation, or its service was not there for it. */
export function isUnresolved(outcome: Outcome): boolean {
  const lost = ['not-connected', 'service-lost', 'service-unreachable'];
  return outcome.result === 'unknown' || (outcome.result === 'failed' && lost.includes(outcome.error.code));
}

/**
 * What was asked for and nobody knows to have happened. It stays until it turns out to be so, until the same is asked for
 * once more, or until the operator dismisses it; it is never sent by itself.
 */
export class Unresolved {
  readonly #requests = new Map<string, RequestedState>();

  /** An item ended without anybody knowing what became of it. */
  keep(item: OperationItem, sub: SubState): void {
    const { state, payload } = this.#requests.get(sub.item.id) ?? {};
    const newState = item.state ? storedState(item.state, sub.item.secondTimeline) : state;
    const newPayload = { ...payload, ...(item.payload as Payload | undefined) };
    this.#put(sub.item.id, { ...(newState && { state: newState }), payload: newPayload });
  }

  /** An item is asked for anew: what it carries is no longer what was asked before. */
  begin({ id, state, payload = {} }: OperationItem): void {
    const request = this.#requests.get(id);
    if (!request) return;
    const left = Object.entries(request.payload ?? {}).filter(([field]) => !(field in payload));
    this.#put(id, { ...(!state && request.state && { state: request.state }), payload: Object.fromEntries(left) });
  }

  /** The truth of a sub-composition was told: what it confirms has happened, as much as anybody asked for. */
  compare(id: string, sub: SubState | undefined): void {
    const drift = sub && this.drift(id, sub);
    if (drift) this.#put(id, drift);
    else this.#requests.delete(id);
  }

  /** In what a sub-composition is not what was asked; null where nothing differs. */
  drift(id: string, sub: SubState): RequestedState | null {
    const { state, payload = {} } = this.#requests.get(id) ?? {};
    const values = Object.entries(payload).filter(
      ([field, value]) => sub.fields.has(field) && !same(value, sub.payload[field]),
    );
    if (values.length === 0 && (state === undefined || state === sub.state)) return null;
    return {
      ...(state !== undefined && state !== sub.state && { state }),
      ...(values.length > 0 && { payload: Object.fromEntries(values) }),
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
