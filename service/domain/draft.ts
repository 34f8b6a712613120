import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import { isInside, type LiveLayer, type LiveSub } from './sub-composition.ts';

interface Drafted {
  values: Map<string, Value>;
  state: StoredState | undefined;
}

/**
 * The show after the items checked so far, stored as differences. The show stays untouched; the cost depends on the
 * request's size.
 */
export class Draft {
  readonly #touched = new Map<LiveSub, Drafted>();
  readonly #inOnLayer = new Map<LiveLayer, Set<LiveSub>>();

  value(sub: LiveSub, field: string): Value | undefined {
    return this.#touched.get(sub)?.values.get(field) ?? sub.values.get(field);
  }

  state(sub: LiveSub): StoredState {
    return this.#touched.get(sub)?.state ?? sub.state;
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

  /**
   * Returns the other sub-compositions that would be In on the layer. Ancestors are excluded, because the
   * sub-composition is visible only inside them.
   */
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
