import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import { isInside, type LiveLayer, type LiveSub } from './sub-composition.ts';

interface Drafted {
  values: Map<string, Value>;
  state: StoredState | undefined;
}

/**
 * The show as it would be after the items checked so far, kept as differences only. Later items of a request see what
 * earlier ones request, and the show itself stays untouched. The cost depends on the request, not on the show.
 */
export class Draft {
  readonly #touched = new Map<LiveSub, Drafted>();
  /** Those that were set In, by layer. */
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
   * The others on the layer of a sub-composition that would be In. What contains the sub-composition is no rival:
   * without it nobody would see the sub-composition.
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
