import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import { type Field, holdsValue, type Value } from '../../contract/model/field.ts';

/** A logic layer of one loaded composition. Layers of one name in two compositions have nothing to do with each other. */
export interface LiveLayer {
  /** The sub-compositions that are In on it. */
  readonly present: Set<LiveSub>;
}

/**
 * One sub-composition of a loaded composition with its current values and state. Only `values` and `state` ever change.
 */
export interface LiveSub {
  readonly id: string;
  readonly name: string;
  /** The loaded composition that it belongs to. */
  readonly composition: Composition;
  readonly main: boolean;
  /** The sub-composition that contains it; null for the root. */
  readonly parent: LiveSub | null;
  readonly secondTimeline: boolean;
  /** Its logic layer, of which only one sub-composition can be In; null for none. */
  readonly layer: LiveLayer | null;
  readonly fields: ReadonlyMap<string, Field>;
  readonly values: Map<string, Value>;
  state: StoredState;
}

/** Every sub-composition of a composition in pre-order, the root first, with states Out and values at their defaults. */
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
    };
    subs.push(live);
    for (const nested of sub.subcompositions) add(nested, live);
  };
  add(composition.root, null);
  return subs;
}

/** Whether a sub-composition is inside of another, at any depth. */
export function isInside({ parent }: LiveSub, other: LiveSub): boolean {
  return parent !== null && (parent === other || isInside(parent, other));
}
