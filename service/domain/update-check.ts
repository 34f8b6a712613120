import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { type AnimationAction, storedState, type StoredState } from '../../contract/model/animation-state.ts';
import type { Canonical } from '../../contract/model/canonical-value.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import { wireValue } from '../../contract/model/wire-value.ts';
import { type ListedDetails, mostDetails } from '../../contract/refusal.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { LongValue } from './update-pieces.ts';
import { type LiveSub, isInside, type LiveLayer } from './sub-composition.ts';

interface CheckedShow {
  find(item: Pick<UpdateItem, 'subCompositionId' | 'subCompositionName'>): LiveSub | undefined;
}

/** Has its field instead of its form if it depends on the field's current value. */
type ReadValue = { id: string; input: unknown } & ({ canonical: Canonical } | { field: Field });

interface ReadItem {
  item: UpdateItem;
  sub: LiveSub | undefined;
  values: readonly ReadValue[];
}

/** Checks one request's items in order. Reading may be slow and sliced; deciding is immediate. */
export class UpdateCheck {
  readonly changes: Change[] = [];
  asks = false;
  readonly #show: CheckedShow;
  readonly #limits: ValueLimits;
  readonly #draft = new Draft();
  readonly #listed: ErrorDetail[] = [];
  #problems = 0;

  constructor(show: CheckedShow, limits: ValueLimits) {
    this.#show = show;
    this.#limits = limits;
  }

  get problems(): ListedDetails {
    return { first: this.#listed, count: this.#problems };
  }

  /** `at`: index in the request. `now`: milliseconds since the epoch. */
  item(item: UpdateItem, at: number, now: number): void {
    this.decide(this.read(item), at, now);
  }

  read(item: UpdateItem): ReadItem {
    const sub = this.#show.find(item);
    return { item, sub, values: sub && item.payload ? this.#values(sub, item.payload) : [] };
  }

  decide({ item, sub, values }: ReadItem, at: number, now: number): void {
    const asks = item.payload !== undefined || item.state !== undefined;
    if (!sub && (asks || names(item))) this.#unknown(item, at);
    if (!asks) return;
    this.asks = true;
    if (!sub) return;
    const change: Change = { id: sub.id };
    const given = this.#given(sub, values, { at, now });
    if (given.length > 0) change.payload = Object.fromEntries(given);
    if (item.state !== undefined) {
      const state = storedState(item.state, sub.secondTimeline);
      const action = item.action ?? 'play';
      if (!this.#draft.isOutAlready(sub, state, action)) {
        Object.assign(change, { state, action });
        this.#draft.setState(sub, state);
      }
    }
    if (change.payload !== undefined || change.state !== undefined) this.changes.push(change);
    if (change.state === 'In') this.#takeRivalsOut(sub, change);
  }

  #unknown({ subCompositionId: id, subCompositionName: name }: UpdateItem, at: number): void {
    if (id === undefined && name === undefined)
      return this.#problem([at, 'subCompositionName'], 'expected a name, or an id instead');
    const [key, word] = id === undefined ? ['Name', 'name'] : ['Id', 'id'];
    this.#problem([at, `subComposition${key}`], `there is no sub-composition with this ${word}`);
  }

  #values(sub: LiveSub, payload: Record<string, unknown>): ReadValue[] {
    const values: ReadValue[] = [];
    for (const id in payload) {
      const input = payload[id];
      const field = sub.fields.get(id);
      if (!field)
        values.push({ id, input, canonical: { ok: false, problem: `"${sub.name}" has no field with this id` } });
      else if (field.type === 'timecontrol' || field.type === 'button') values.push({ id, input, field });
      else values.push({ id, input, canonical: this.#canonical(field, input) });
    }
    return values;
  }

  #given(sub: LiveSub, values: readonly ReadValue[], { at, now }: { at: number; now: number }): [string, Value][] {
    const given: [string, Value][] = [];
    for (const value of values) {
      const { id, input } = value;
      const canonical =
        'canonical' in value
          ? value.canonical
          : wireValue(value.field, input, { present: this.#draft.value(sub, id), now });
      if (canonical.ok) {
        this.#draft.setValue(sub, id, canonical.value);
        given.push([id, canonical.value]);
      } else this.#problem([at, 'payload', id], canonical.problem);
    }
    return given;
  }

  #canonical(field: Field, input: unknown): Canonical {
    if (input instanceof LongValue) return input.canonical(field, this.#limits);
    return withinLimits(field, wireValue(field, input, { present: undefined, now: 0 }), this.#limits);
  }

  /** Layers are exclusive: other sub-compositions on the layer go out in the same change, in the same way. */
  #takeRivalsOut(sub: LiveSub, change: Change): void {
    for (const rival of this.#draft.rivals(sub)) {
      this.#draft.setState(rival, 'Out1');
      this.changes.push({ id: rival.id, state: 'Out1', action: change.action });
    }
  }

  #problem(steps: readonly PropertyKey[], message: string): void {
    this.#problems += 1;
    if (this.#listed.length < mostDetails) this.#listed.push({ path: jsonPath(steps), message });
  }
}

function names({ subCompositionId, subCompositionName }: UpdateItem): boolean {
  return subCompositionId !== undefined || subCompositionName !== undefined;
}

interface Drafted {
  values: Map<string, Value>;
  state: StoredState | undefined;
}

/** The show after the items checked so far, as differences: the cost depends on the request's size. */
class Draft {
  readonly #touched = new Map<LiveSub, Drafted>();
  readonly #inOnLayer = new Map<LiveLayer, Set<LiveSub>>();

  value(sub: LiveSub, field: string): Value | undefined {
    return this.#touched.get(sub)?.values.get(field) ?? sub.values.get(field);
  }

  state(sub: LiveSub): StoredState {
    return this.#touched.get(sub)?.state ?? sub.state;
  }

  /** Taking Out again changes nothing, but a jump ends an animation that a picture may still play. */
  isOutAlready(sub: LiveSub, state: StoredState, action: AnimationAction): boolean {
    if (state === 'In' || sub.state !== state || this.#touched.get(sub)?.state !== undefined) return false;
    return action === 'play' || !sub.mayMove;
  }

  setValue(sub: LiveSub, field: string, value: Value): void {
    this.#drafted(sub).values.set(field, value);
  }

  setState(sub: LiveSub, state: StoredState): void {
    this.#drafted(sub).state = state;
    if (sub.layer === null) return;
    const beside = this.#inOnLayer.get(sub.layer) ?? new Set();
    this.#inOnLayer.set(sub.layer, beside);
    if (state === 'In') beside.add(sub);
    else beside.delete(sub);
  }

  /** Others that would be In on the layer, without ancestors: the sub-composition is visible only inside them. */
  rivals(sub: LiveSub): LiveSub[] {
    if (sub.layer === null) return [];
    const all = sub.layer.present.union(this.#inOnLayer.get(sub.layer) ?? new Set<LiveSub>());
    return [...all].filter((one) => one !== sub && !isInside(sub, one) && this.state(one) === 'In');
  }

  #drafted(sub: LiveSub): Drafted {
    let drafted = this.#touched.get(sub);
    if (!drafted) {
      drafted = { values: new Map(), state: undefined };
      this.#touched.set(sub, drafted);
    }
    return drafted;
  }
}
