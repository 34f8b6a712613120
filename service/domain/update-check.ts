import type { ErrorDetail } from '../../contract/errors.ts';
import { storedState } from '../../contract/model/animation-state.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import type { UpdateItem } from '../../contract/model/control.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { Draft } from './draft.ts';
import { jsonPath } from '../../contract/json-path.ts';
import type { LiveSub } from './sub-composition.ts';

/** The parts of a show that a check reads. */
export interface CheckedShow {
  find(item: Pick<UpdateItem, 'subCompositionId' | 'subCompositionName'>): LiveSub | undefined;
  inOnLayer(layer: string): ReadonlySet<LiveSub>;
}

/** The check of one request. Pass it the items in order, then read the problems, or the changes if there are none. */
export class UpdateCheck {
  readonly problems: ErrorDetail[] = [];
  readonly changes: Change[] = [];
  readonly #show: CheckedShow;
  readonly #now: number;
  readonly #draft = new Draft();

  constructor(show: CheckedShow, now: number) {
    this.#show = show;
    this.#now = now;
  }

  /** Checks one item. `at` is its index in the request. */
  item(item: UpdateItem, at: number): void {
    const sub = this.#show.find(item);
    if (!sub) {
      const key = item.subCompositionId === undefined ? 'subCompositionName' : 'subCompositionId';
      this.#problem([at, key], `there is no sub-composition with this ${key === 'subCompositionId' ? 'id' : 'name'}`);
      return;
    }
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

  #values(sub: LiveSub, payload: Record<string, unknown>, at: number): [string, Value][] {
    const values: [string, Value][] = [];
    for (const [id, input] of Object.entries(payload)) {
      const field = sub.fields.get(id);
      if (!field) {
        this.#problem([at, 'payload', id], `"${sub.name}" has no field with this id`);
        continue;
      }
      const canonical = canonicalValue(field, input, { present: this.#draft.value(sub, id), now: this.#now });
      if (!canonical.ok) {
        this.#problem([at, 'payload', id], canonical.problem);
        continue;
      }
      this.#draft.setValue(sub, id, canonical.value);
      values.push([id, canonical.value]);
    }
    return values;
  }

  /** Logic layers are exclusive: everything else In on the layer goes out with the same change, in the same way. */
  #takeRivalsOut(sub: LiveSub, change: Change): void {
    if (sub.layer === null) return;
    for (const rival of this.#draft.rivals(sub, this.#show.inOnLayer(sub.layer))) {
      this.#draft.setState(rival, 'Out1');
      this.changes.push({ id: rival.id, state: 'Out1', action: change.action });
    }
  }

  #problem(steps: readonly PropertyKey[], message: string): void {
    this.problems.push({ path: jsonPath(steps), message });
  }
}
