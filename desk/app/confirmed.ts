import type { StoredState } from '../../contract/model/animation-state.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import type { Field, Payload, Value } from '../../contract/model/field.ts';
import type { Change, Snapshot } from '../../contract/service-api/live-channel.ts';

/** One sub-composition as the service last confirmed it. */
export interface SubState {
  item: ModelItem;
  fields: ReadonlyMap<string, Field>;
  /** `Out1` until the service reports one. */
  state: StoredState;
  /** Whether the service has reported its state. */
  reported: boolean;
  payload: Payload;
}

/** The complete confirmed state of an app instance. `app` is null if the service does not report it. */
export type Truth = Omit<Snapshot, 'type' | 'now' | 'app' | 'composition'> & { app: Snapshot['app'] | null };

/**
 * A frame of confirmed state, live or polled. A change follows the revision before its own, or `since` if that is
 * given.
 */
export type ConfirmedFrame =
  | (Truth & { type: 'snapshot' })
  | { type: 'change'; revision: number; since?: number; changes: Change[] }
  | { type: 'beat'; revision: number };

/** A value before and after a change. With `field` null, the values are states (which are strings too). */
export interface Replaced {
  id: string;
  field: string | null;
  before: Value | undefined;
  after: Value;
}

/** What the service has confirmed, and nothing else. Requests never get in here. */
export class Confirmed {
  app: Snapshot['app'] | null = null;
  model: ModelItem[] = [];
  /** -1 until the first snapshot. */
  revision = -1;
  #subs: ReadonlyMap<string, SubState> = new Map<string, SubState>();
  readonly #in = new Set<string>();
  /** The root of each sub-composition: each loaded composition has logic layers of its own. */
  #roots: ReadonlyMap<string, string> = new Map<string, string>();

  /** The ids of all sub-compositions, parents before children. */
  get ids(): Iterable<string> {
    return this.#subs.keys();
  }

  /** All sub-compositions, parents before children. */
  get all(): Iterable<SubState> {
    return this.#subs.values();
  }

  /** The ids of what is In. */
  get in(): ReadonlySet<string> {
    return this.#in;
  }

  get(id: string): SubState | undefined {
    return this.#subs.get(id);
  }

  /** Whether two sub-compositions are in the same logic layer of the same loaded composition, which only one can use. */
  shareLayer(one: string, other: string): boolean {
    const layer = this.get(one)?.item.logicLayer?.name;
    if (layer === undefined || layer !== this.get(other)?.item.logicLayer?.name) return false;
    return this.#roots.get(one) === this.#roots.get(other);
  }

  /** Replaces everything with a snapshot. Returns what was confirmed before. */
  adopt(truth: Truth): ReadonlyMap<string, SubState> {
    const before = this.#subs;
    this.app = truth.app;
    this.model = truth.model;
    this.revision = truth.revision;
    const control = new Map(truth.control.map((item) => [item.subCompositionId, item]));
    const sub = new Map<string, SubState>();
    this.#in.clear();
    for (const item of preOrder(truth.model)) {
      const known = control.get(item.id);
      const { state = 'Out1', payload = {} } = known ?? {};
      const fields = new Map(item.model.map((f) => [f.id, f]));
      if (state === 'In') this.#in.add(item.id);
      sub.set(item.id, { item, fields, state, reported: known !== undefined, payload });
    }
    this.#subs = sub;
    this.#roots = new Map(truth.model.flatMap((root) => [...preOrder([root])].map(({ id }) => [id, root.id])));
    return before;
  }

  /**
   * Applies the changes that lead from revision `since` to `revision`, and returns what they replaced. Late or repeated
   * changes do nothing. Returns undefined if a revision in between is missing; only a new snapshot helps then.
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
      if (state === 'In') this.#in.add(id);
      else this.#in.delete(id);
      sub.reported = true;
    }
    return { touched: changes.map((change) => change.id), replaced };
  }
}

/**
 * Compares canonical values. They are small plain data with a fixed member order, so comparing their JSON is enough.
 */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
