import type { ErrorDetail } from '../../contract/errors.ts';
import { listedState } from '../../contract/model/animation-state.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { ControlItem, ModelItem, UpdateItem } from '../../contract/model/control.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { refusal } from '../../contract/refusal.ts';
import { type LiveSub, liveSubs } from './sub-composition.ts';
import { UpdateCheck } from './update-check.ts';

/** Reverts an `apply`. Revert several in reverse order. */
export type Undo = () => void;

const none: ReadonlySet<LiveSub> = new Set();

/** The composition of an empty show. */
const nothing: Composition = {
  version: 1,
  root: {
    id: '00000000-0000-0000-0000-000000000000',
    name: '',
    fields: [],
    logicLayer: null,
    secondTimeline: false,
    scene: { elements: [] },
    subcompositions: [],
  },
};

/**
 * The show of one app instance: its loaded composition, and the current values and state of every sub-composition.
 * Pure: no clock, no disk. `check` decides and `apply` carries out. Both cost as much as the request is large, however
 * large the show is.
 */
export class Show {
  readonly composition: Composition;
  readonly #subs: LiveSub[];
  readonly #byId = new Map<string, LiveSub>();
  readonly #byName = new Map<string, LiveSub>();
  /** Those that are In, by layer. */
  readonly #inOnLayer = new Map<string, Set<LiveSub>>();

  /** A show with a freshly loaded composition; null for an empty show. */
  constructor(composition: Composition | null) {
    this.composition = composition ?? nothing;
    this.#subs = composition ? liveSubs(composition) : [];
    for (const sub of this.#subs) {
      if (this.#byId.has(sub.id)) throw new Error(`The composition has two sub-compositions with the id ${sub.id}.`);
      this.#byId.set(sub.id, sub);
      if (!this.#byName.has(sub.name)) this.#byName.set(sub.name, sub);
      if (sub.layer !== null && !this.#inOnLayer.has(sub.layer)) this.#inOnLayer.set(sub.layer, new Set());
    }
  }

  /** Finds the sub-composition that an update item addresses: by id, or by name the first in pre-order of the tree. */
  find(item: Pick<UpdateItem, 'subCompositionId' | 'subCompositionName'>): LiveSub | undefined {
    return item.subCompositionId === undefined
      ? this.#byName.get(item.subCompositionName ?? '')
      : this.#byId.get(item.subCompositionId);
  }

  /** The sub-compositions that are In on a layer. */
  inOnLayer(layer: string): ReadonlySet<LiveSub> {
    return this.#inOnLayer.get(layer) ?? none;
  }

  /**
   * Lists what the items would change, in order and in canonical form, at the time `now` (milliseconds since the
   * epoch). Changes nothing. Throws `body-invalid` with one detail for each problem. Source: row 31.
   */
  check(items: readonly UpdateItem[], now: number): Change[] {
    const check = new UpdateCheck(this, now);
    items.forEach((item, at) => check.item(item, at));
    const problems: ErrorDetail[] = check.problems;
    if (problems.length > 0) throw refusal(problems);
    return check.changes;
  }

  /** Applies changes from `check`. A change to something that the composition no longer has is skipped. */
  apply(changes: readonly Change[]): Undo {
    const steps: Undo[] = [];
    for (const change of changes) {
      const sub = this.#byId.get(change.id);
      if (!sub) continue;
      for (const [field, value] of Object.entries(change.payload ?? {})) {
        const before = sub.values.get(field);
        if (before === undefined) continue;
        sub.values.set(field, value);
        steps.push(() => sub.values.set(field, before));
      }
      if (change.state !== undefined) {
        const before = sub.state;
        this.#setState(sub, change.state);
        steps.push(() => this.#setState(sub, before));
      }
    }
    return () => steps.reverse().forEach((step) => step());
  }

  #setState(sub: LiveSub, state: LiveSub['state']): void {
    sub.state = state;
    const beside = sub.layer === null ? undefined : this.#inOnLayer.get(sub.layer);
    if (state === 'In') beside?.add(sub);
    else beside?.delete(sub);
  }

  /** Row 29: every sub-composition in pre-order, the root first, with its state and values. */
  control(): ControlItem[] {
    return this.#subs.map((sub) => ({
      subCompositionId: sub.id,
      subCompositionName: sub.name,
      mainComposition: sub.main,
      state: sub.state,
      payload: Object.fromEntries(sub.values),
    }));
  }

  /** Row 30: the tree with fields and defaults. Its states are those of a freshly loaded composition, not live ones. */
  model(): ModelItem[] {
    if (this.#subs.length === 0) return [];
    return [{ ...modelItem(this.composition.root), state: undefined }];
  }
}

function modelItem(sub: SubComposition): ModelItem {
  return {
    id: sub.id,
    name: sub.name,
    state: listedState('Out1', sub.secondTimeline),
    model: sub.fields.toSorted((one, other) => one.index - other.index),
    logicLayer: sub.logicLayer,
    snapshot: null,
    secondTimeline: sub.secondTimeline,
    subcompositions: sub.subcompositions.map(modelItem),
  };
}
