import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import { type Field, holdsValue, type Value } from '../../contract/model/field.ts';

/** Layers with the same name in two compositions are independent. */
export interface LiveLayer {
  readonly present: Set<LiveSub>;
}

/** Only `values`, `state` and `mayMove` ever change. */
export interface LiveSub {
  readonly id: string;
  readonly name: string;
  readonly composition: Composition;
  readonly main: boolean;
  readonly parent: LiveSub | null;
  readonly secondTimeline: boolean;
  readonly layer: LiveLayer | null;
  readonly fields: ReadonlyMap<string, Field>;
  readonly values: Map<string, Value>;
  state: StoredState;
  /** Out by an animation, which a picture may still play. */
  mayMove: boolean;
}

/** Pre-order, the root first; states are Out, values are defaults. */
export function liveSubs(composition: Composition): LiveSub[] {
  const subs: LiveSub[] = [];
  const layers = new Map<string, LiveLayer>();
  const layerOf = ({ logicLayer }: SubComposition): LiveLayer | null => {
    if (!logicLayer) return null;
    const layer = layers.get(logicLayer.name) ?? { present: new Set() };
    layers.set(logicLayer.name, layer);
    return layer;
  };
  const add = (sub: SubComposition, parent: LiveSub | null): void => {
    const live: LiveSub = {
      id: sub.id,
      name: sub.name,
      composition,
      main: parent === null,
      parent,
      secondTimeline: sub.secondTimeline,
      layer: layerOf(sub),
      fields: new Map(sub.fields.map((field) => [field.id, field])),
      values: new Map(sub.fields.filter(holdsValue).map((field) => [field.id, field.defaultValue])),
      state: 'Out1',
      mayMove: false,
    };
    subs.push(live);
    for (const nested of sub.subcompositions) add(nested, live);
  };
  add(composition.root, null);
  return subs;
}

export function isInside({ parent }: LiveSub, other: LiveSub): boolean {
  return parent !== null && (parent === other || isInside(parent, other));
}
