import type { StoredState } from '../../contract/model/animation-state.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Field, Payload, Value } from '../../contract/model/field.ts';
import type { Change, Snapshot } from '../../contract/service-api/live-channel.ts';

/** One sub-composition as the service last confirmed it. */
export interface SubState {
  item: ModelItem;
  fields: ReadonlyMap<string, Field>;
  state: StoredState;
  payload: Payload;
}

/** The whole truth of an app instance. `app` is null where the service does not tell of it. */
export type Truth = Omit<Snapshot, 'type' | 'now' | 'app' | 'composition'> & { app: Snapshot['app'] | null };

/** What the service tells, whatever the way. A change follows on the revision before its own, or on `since`. */
export type ConfirmedFrame =
  | (Truth & { type: 'snapshot' })
  | { type: 'change'; revision: number; since?: number; changes: Change[] }
  | { type: 'beat'; revision: number };

/** What was held of one thing before a change, and what is now: values, or states (which are texts too) where `field` is null. */
export interface Replaced {
  id: string;
  field: string | null;
  before: Value | undefined;
  after: Value;
}

/** What the service has confirmed, and nothing else: no wish ever gets in here. */
export class Confirmed {
  app: Snapshot['app'] | null = null;
  model: ModelItem[] = [];
  /** -1 until the first snapshot. */
  revision = -1;
  #subs: ReadonlyMap<string, SubState> = new Map<string, SubState>();

  /** Every sub-composition, parents before children. */
  get ids(): Iterable<string> {
    return this.#subs.keys();
  }

  get(id: string): SubState | undefined {
    return this.#subs.get(id);
  }

  /** Take a snapshot for the whole truth, whatever was known before; gives that. */
  adopt(truth: Truth): ReadonlyMap<string, SubState> {
    const before = this.#subs;
    this.app = truth.app;
    this.model = truth.model;
    this.revision = truth.revision;
    const control = new Map(truth.control.map((item) => [item.subCompositionId, item]));
    const sub = new Map<string, SubState>();
    for (const item of preOrder(truth.model)) {
      const { state = 'Out1', payload = {} } = control.get(item.id) ?? {};
      sub.set(item.id, { item, fields: new Map(item.model.map((f) => [f.id, f])), state, payload });
    }
    this.#subs = sub;
    return before;
  }

  /**
   * Apply the changes that made `revision` out of `since`; gives what they replaced. Late or repeated ones change nothing.
   * Undefined where a revision is missing in between: then only a new snapshot tells the truth.
   */
  apply(
    changes: readonly Change[],
    { revision, since }: { revision: number; since: number },
  ): { touched: string[]; replaced: Replaced[] } | undefined {
    if (revision <= this.revision) return { touched: [], replaced: [] };
    if (since !== this.revision) return undefined;
    this.revision = revision;
    const replaced: Replaced[] = [];
    for (const { id, payload = {}, state } of changes) {
      const sub = this.#subs.get(id);
      if (!sub) continue;
      for (const [field, after] of Object.entries(payload)) {
        replaced.push({ id, field, before: sub.payload[field], after });
      }
      sub.payload = { ...sub.payload, ...payload };
      if (!state) continue;
      replaced.push({ id, field: null, before: sub.state, after: state });
      sub.state = state;
    }
    return { touched: changes.map((change) => change.id), replaced };
  }
}

/** Canonical values are small plain data with a fixed member order, so their JSON compares them. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
