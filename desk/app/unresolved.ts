import { type StoredState, storedState } from '../../contract/model/animation-state.ts';
import type { Payload } from '../../contract/model/field.ts';
import type { Operation, OperationItem, Outcome } from './operation.ts';
import { itemsAmong } from './prepared-items.ts';
import { type SubState, same } from './confirmed.ts';

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
    const left = Object.entries(request.payload ?? {}).filter(([field]) => !(field in payload));
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
