import type { StoredState } from '../../contract/model/animation-state.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { distinctTitles, type Field, type Payload, type Value } from '../../contract/model/field.ts';
import type { Change, Snapshot } from '../../contract/service-api/live-channel.ts';
import { graphicNames } from '../../contract/desk-api/app-names.ts';
import type { OnAir } from '../../contract/model/tally.ts';
import { ownOf } from '../../contract/own.ts';
import { texts } from '../../contract/texts/texts.ts';

export interface SubState {
  item: ModelItem;
  /** For people, within the app: what it is called if other outputs have one of its name. */
  name: string;
  fields: ReadonlyMap<string, Field>;
  /** `Out1` until the service reports a state. */
  state: StoredState;
  reported: boolean;
  payload: Payload;
}

export type Truth = Omit<Snapshot, 'type' | 'now' | 'app' | 'composition'> & { app: Snapshot['app'] | null };

/**
 * A live or polled frame of confirmed state. A change follows the preceding revision, or `since` if present. Only polling
 * gives `since`.
 */
export type ConfirmedFrame =
  | (Truth & { type: 'snapshot'; since?: number })
  | { type: 'change'; revision: number; since?: number; changes: Change[] }
  | { type: 'beat'; revision: number };

export interface Replaced {
  id: string;
  field: string | null;
  before: Value | undefined;
  /** Undefined for a command of a timer until the service says what it made. */
  after: Value | undefined;
}

interface Applied {
  /** The ids that the changes name. */
  touched: string[];
  /** What is inside of graphics whose state was set. */
  inside: string[];
  replaced: Replaced[];
}

/** Confirmed state only. Requests never enter here. */
export class Confirmed {
  app: Snapshot['app'] | null = null;
  model: ModelItem[] = [];
  /** -1 until the first snapshot. */
  revision = -1;
  #subs: ReadonlyMap<string, SubState> = new Map<string, SubState>();
  readonly #in = new Set<string>();
  /** By id, the nearest graphic around it that has a state. */
  #outer: ReadonlyMap<string, string> = new Map<string, string>();
  /** Each loaded composition has its own logic layers, so roots are kept. */
  #roots: ReadonlyMap<string, string> = new Map<string, string>();

  get ids(): Iterable<string> {
    return this.#subs.keys();
  }

  get all(): Iterable<SubState> {
    return this.#subs.values();
  }

  get in(): ReadonlySet<string> {
    return this.#in;
  }

  get(id: string): SubState | undefined {
    return this.#subs.get(id);
  }

  /** `isBelieved`: the service confirms it now. A polled service may draw the inside of a graphic that is Out. */
  onAir(id: string, { isBelieved, isPolled }: { isBelieved: boolean; isPolled: boolean }): OnAir {
    const sub = this.get(id);
    const isKnown = ({ item, reported }: SubState): boolean => isBelieved && (reported || item.state === undefined);
    if (sub && !isKnown(sub)) return 'unknown';
    if (sub?.state !== 'In') return 'no';
    if (isPolled) return 'yes';
    const around = this.#around(id);
    if (!around.every(isKnown)) return 'unknown';
    return around.every(({ state }) => state === 'In') ? 'yes' : 'hidden';
  }

  /** See {@link SubState}; the id of one that is gone. */
  nameOf(id: string): string {
    return this.get(id)?.name ?? id;
  }

  /** The fields with a value, in words. */
  usersOf(value: string): string[] {
    return [...this.all].flatMap(({ name, fields, payload }) =>
      Object.entries(payload)
        .filter(([, held]) => held === value)
        .map(([id]) => texts.outputs.fieldOf(fields.get(id)?.title ?? id, name)),
    );
  }

  /** True for two sub-compositions in the same logic layer of the same composition. Only one can be In. */
  shareLayer(one: string, other: string): boolean {
    const layer = this.layerOf(one);
    return layer !== undefined && layer === this.layerOf(other);
  }

  /** The logic layer with its composition; undefined without a layer. */
  layerOf(id: string): string | undefined {
    const name = this.get(id)?.item.logicLayer?.name;
    return name === undefined ? undefined : JSON.stringify([this.#roots.get(id), name]);
  }

  adopt(truth: Truth): ReadonlyMap<string, SubState> {
    const before = this.#subs;
    this.app = truth.app;
    this.model = truth.model;
    this.revision = truth.revision;
    const control = new Map(truth.control.map((item) => [item.subCompositionId, item]));
    const sub = new Map<string, SubState>();
    const names = graphicNames(truth.model, truth.app?.outputs);
    this.#in.clear();
    for (const item of preOrder(truth.model)) {
      const known = control.get(item.id);
      const { state = 'Out1', payload = {} } = known ?? {};
      const fields = new Map(distinctTitles(item.model).map((f) => [f.id, f]));
      if (state === 'In') this.#in.add(item.id);
      sub.set(item.id, {
        item,
        name: names.get(item.id) ?? item.name,
        fields,
        state,
        reported: known !== undefined,
        payload,
      });
    }
    this.#subs = sub;
    this.#outer = new Map(truth.model.flatMap((root) => outerPairs(root, undefined)));
    this.#roots = new Map(truth.model.flatMap((root) => [...preOrder([root])].map(({ id }) => [id, root.id])));
    return before;
  }

  /** Ignores late or repeated changes. Returns undefined if a revision is missing; only a new snapshot helps then. */
  apply(changes: readonly Change[], { revision, since }: { revision: number; since: number }): Applied | undefined {
    if (revision <= this.revision) return { touched: [], inside: [], replaced: [] };
    if (since !== this.revision) return undefined;
    this.revision = revision;
    const replaced: Replaced[] = [];
    for (const { id, payload = {}, state } of changes) {
      const sub = this.#subs.get(id);
      if (!sub) continue;
      for (const [field, after] of Object.entries(payload)) {
        replaced.push({ id, field, before: ownOf(sub.payload, field), after });
      }
      sub.payload = { ...sub.payload, ...payload };
      if (!state) continue;
      replaced.push({ id, field: null, before: sub.state, after: state });
      sub.state = state;
      if (state === 'In') this.#in.add(id);
      else this.#in.delete(id);
      sub.reported = true;
    }
    const taken = changes.flatMap(({ id, state }) => (state ? (this.#subs.get(id)?.item.subcompositions ?? []) : []));
    const inside = [...preOrder(taken)].map(({ id }) => id);
    return { touched: changes.map((change) => change.id), inside, replaced };
  }

  /** The graphics around it that have a state, from the inside out. Viewers see it only while all are In. */
  #around(id: string): SubState[] {
    const outer = this.get(this.#outer.get(id) ?? '');
    return outer ? [outer, ...this.#around(outer.item.id)] : [];
  }
}

function outerPairs(item: ModelItem, outer: string | undefined): [id: string, outer: string][] {
  const own = item.state === undefined ? outer : item.id;
  const inside = item.subcompositions.flatMap((child) => outerPairs(child, own));
  return outer === undefined ? inside : [[item.id, outer], ...inside];
}

/** What of a sub-composition became another. Nothing of a sub-composition that is gone. */
export function differences(id: string, old: SubState, now: SubState | undefined): Replaced[] {
  if (!now) return [];
  const values = Object.entries(otherValues(now.payload, old.payload) ?? {}).map(([field, after]): Replaced => {
    return { id, field, before: ownOf(old.payload, field), after };
  });
  return now.state === old.state ? values : [...values, { id, field: null, before: old.state, after: now.state }];
}

/** Those of `values` that `has` has not; undefined for none. */
export function otherValues(values: Payload, has: Payload): Payload | undefined {
  const other = Object.entries(values).filter(([field, value]) => !same(value, ownOf(has, field)));
  return other.length > 0 ? Object.fromEntries(other) : undefined;
}

/** Comparing JSON is enough: canonical values are small plain data with a fixed member order. */
export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
