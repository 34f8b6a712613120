import { listedState } from '../../contract/model/animation-state.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { ControlItem, ModelItem, UpdateItem } from '../../contract/model/control.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { type ListedDetails, listed, refusal } from '../../contract/refusal.ts';
import { type LiveSub, liveSubs } from './sub-composition.ts';
import { UpdateCheck } from './update-check.ts';
import { anyRequest, type RequestTerms } from './update-terms.ts';

type SubAddress = Pick<UpdateItem, 'subCompositionId' | 'subCompositionName'>;

export interface CheckedUpdate {
  changes: readonly Change[];
  warnings: ListedDetails;
}

/** Normalises names, because systems encode accented letters differently. */
const sameName = (name: string): string => name.normalize('NFC');

/** Reverts an `apply`. Revert several in reverse order. */
export type Undo = () => void;

export const noComposition: Composition = {
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
 * Loaded compositions with current values and states. Ids are unique across compositions. Pure: no clock or disk;
 * `check` and `apply` cost depends on request size.
 */
export class LiveCompositions {
  readonly compositions: readonly Composition[];
  readonly #subs: ReadonlyMap<Composition, LiveSub[]>;
  readonly #byId = new Map<string, LiveSub>();
  readonly #byName = new Map<string, LiveSub>();

  constructor(...compositions: readonly Composition[]) {
    this.compositions = compositions;
    this.#subs = new Map(compositions.map((composition) => [composition, liveSubs(composition)]));
    for (const sub of [...this.#subs.values()].flat()) {
      if (this.#byId.has(sub.id)) throw new Error(`The show has two sub-compositions with the id ${sub.id}.`);
      this.#byId.set(sub.id, sub);
      const named = this.#byName.get(sameName(sub.name));
      if (named === undefined || (named.main && !sub.main)) this.#byName.set(sameName(sub.name), sub);
    }
  }

  /** Finds by id, else by name: the first match in pre-order, and roots last. */
  find({ subCompositionId, subCompositionName }: SubAddress): LiveSub | undefined {
    const byId = subCompositionId === undefined ? undefined : this.#byId.get(subCompositionId);
    return byId ?? (subCompositionName === undefined ? undefined : this.#byName.get(sameName(subCompositionName)));
  }

  compositionOf(id: string): Composition | undefined {
    return this.#byId.get(id)?.composition;
  }

  /**
   * Lists changes in canonical form and left-out items, without applying them. Throws `body-invalid` if nothing applies
   * or a strict client's items fail. `now`: ms since the epoch. Source: row 31.
   */
  check(items: readonly UpdateItem[], now: number, request: RequestTerms = anyRequest): CheckedUpdate {
    const check = new UpdateCheck(this, request.limits);
    items.forEach((item, at) => check.item(item, at, now));
    return checked(check, request);
  }

  /** Like `check`, in pieces: other work runs in between. The result decides at once, if the show is the same. */
  *reading(
    pieces: Iterable<readonly UpdateItem[]>,
    request: RequestTerms,
  ): Generator<void, (now: number) => CheckedUpdate, void> {
    const check = new UpdateCheck(this, request.limits);
    const read: ReturnType<UpdateCheck['read']>[] = [];
    for (const items of pieces) {
      for (const item of items) read.push(check.read(item));
      yield;
    }
    return (now) => {
      read.forEach((item, at) => check.decide(item, at, now));
      return checked(check, request);
    };
  }

  /** Skips changes to missing parts of the composition. */
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
        const { state, mayMove } = sub;
        setState(sub, change.state, change.action === 'play');
        steps.push(() => setState(sub, state, mayMove));
      }
    }
    return () => steps.reverse().forEach((step) => step());
  }

  /** Row 29: all sub-compositions in pre-order with states and values. */
  control(of = this.compositions): ControlItem[] {
    const subs = of.flatMap((composition) => this.#subs.get(composition) ?? []);
    return subs.map((sub) => ({
      subCompositionId: sub.id,
      subCompositionName: sub.name,
      mainComposition: sub.main,
      state: sub.state,
      payload: Object.fromEntries(sub.values),
    }));
  }

  model(of = this.compositions): ModelItem[] {
    return of.map(({ root }) => ({ ...this.#modelItem(root), state: undefined }));
  }

  #modelItem(sub: SubComposition): ModelItem {
    const { id, name, widget, secondTimeline, logicLayer } = sub;
    return {
      id,
      name,
      state: listedState(this.#byId.get(id)?.state ?? 'Out1', secondTimeline),
      model: sub.fields.toSorted((one, other) => one.index - other.index),
      groups: widget?.model.groups,
      logicLayer,
      snapshot: null,
      secondTimeline,
      subcompositions: sub.subcompositions.map((nested) => this.#modelItem(nested)),
    };
  }
}

/** The path of what an item asks for. Other members left out, alone, refuse nothing. */
const request = /^\[\d+\]\.(payload|state|controlNode|animation)\b/;

function checked({ asks, changes, problems }: UpdateCheck, { terms, leftOut }: RequestTerms): CheckedUpdate {
  const warnings = problems.count > 0 ? listed(leftOut, problems) : leftOut;
  const isVain = changes.length === 0 && (asks || leftOut.first.some(({ path }) => request.test(path)));
  if (warnings.count > 0 && (terms.strict || isVain)) throw refusal(warnings);
  return { changes, warnings };
}

function setState(sub: LiveSub, state: LiveSub['state'], mayMove: boolean): void {
  sub.state = state;
  sub.mayMove = mayMove && state !== 'In';
  if (state === 'In') sub.layer?.present.add(sub);
  else sub.layer?.present.delete(sub);
}
