import type { ErrorDetail } from '../../contract/errors.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import type { Canonical } from '../../contract/model/canonical-value.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import { wireValue } from '../../contract/model/wire-value.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { Draft } from './draft.ts';
import type { ValueLimits } from './update-terms.ts';
import { jsonPath } from '../../contract/json-path.ts';
import type { LiveSub } from './sub-composition.ts';

/** The parts of a show that a check reads. */
export interface CheckedShow {
  find(item: Pick<UpdateItem, 'subCompositionId' | 'subCompositionName'>): LiveSub | undefined;
}

/** The check of one request. Pass it the items in order, then read what can be applied and what cannot. */
export class UpdateCheck {
  readonly problems: ErrorDetail[] = [];
  readonly changes: Change[] = [];
  readonly #show: CheckedShow;
  readonly #now: number;
  readonly #limits: ValueLimits;
  readonly #draft = new Draft();

  /** `now`: milliseconds since the epoch. */
  constructor(show: CheckedShow, { now, limits }: { now: number; limits: ValueLimits }) {
    this.#show = show;
    this.#now = now;
    this.#limits = limits;
  }

  /** Checks one item. `at` is its index in the request. */
  item(item: UpdateItem, at: number): void {
    if (item.payload === undefined && item.state === undefined) return;
    const sub = this.#show.find(item);
    if (!sub) return this.#unknown(item, at);
    const change: Change = { id: sub.id };
    const values = this.#values(sub, item.payload ?? {}, at);
    if (values.length > 0) change.payload = Object.fromEntries(values);
    if (item.state !== undefined) {
      change.state = storedState(item.state, sub.secondTimeline);
      change.action = item.action ?? 'play';
      this.#draft.setState(sub, change.state);
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

  #values(sub: LiveSub, payload: Record<string, unknown>, at: number): [string, Value][] {
    const values: [string, Value][] = [];
    for (const [id, input] of Object.entries(payload)) {
      const field = sub.fields.get(id);
      if (!field) {
        this.#problem([at, 'payload', id], `"${sub.name}" has no field with this id`);
        continue;
      }
      const canonical = this.#canonical(field, input, this.#draft.value(sub, id));
      if (!canonical.ok) {
        this.#problem([at, 'payload', id], canonical.problem);
        continue;
      }
      this.#draft.setValue(sub, id, canonical.value);
      values.push([id, canonical.value]);
    }
    return values;
  }

  #canonical(field: Field, input: unknown, present: Value | undefined): Canonical {
    const canonical = wireValue(field, input, { present, now: this.#now });
    if (!canonical.ok || typeof canonical.value !== 'string') return canonical;
    const isLong = field.type === 'json' || field.type === 'textarea';
    const most = isLong ? this.#limits.maxLongValue : this.#limits.maxValue;
    const bytes = Buffer.byteLength(canonical.value);
    return bytes > most ? { ok: false, problem: `expected at most ${most} bytes, got ${bytes}` } : canonical;
  }

  /** Logic layers are exclusive: everything else In on the layer goes out with the same change, in the same way. */
  #takeRivalsOut(sub: LiveSub, change: Change): void {
    for (const rival of this.#draft.rivals(sub)) {
      this.#draft.setState(rival, 'Out1');
      this.changes.push({ id: rival.id, state: 'Out1', action: change.action });
    }
  }

  #problem(steps: readonly PropertyKey[], message: string): void {
    this.problems.push({ path: jsonPath(steps), message });
  }
}
