import { preOrder } from '../../contract/model/control.ts';
import type { Composition } from '../../scene/schema/composition.ts';

/** A composition to load, with its content at the time of loading. */
export interface Loadable {
  compositionId: number;
  contentId: number;
}

/** A loaded composition. Its id is new with each loading, and its values and states belong to this id. */
export interface LoadedComposition extends Loadable {
  id: number;
}

/** What an output will show: a composition that is loaded now and stays as it is, one to load, or nothing. */
export type Shown = LoadedComposition | Loadable | null;

/** What an output shows now. Two outputs that show one composition have the same loaded composition. */
export interface Showing {
  loaded: LoadedComposition | null;
}

/** The id of the output at a place, as row 4 lists it. */
export function outputId(place: number): string {
  return String(place + 1);
}

/** Whether a composition is loaded now and stays as it is. */
export function isLoaded(shown: Shown): shown is LoadedComposition {
  return shown !== null && 'id' in shown;
}

/** Every loaded composition once, in the order of the outputs. */
export function loadedIn(outputs: readonly Showing[]): LoadedComposition[] {
  const byId = new Map(outputs.flatMap(({ loaded }) => (loaded ? [[loaded.id, loaded]] : [])));
  return [...byId.values()];
}

/**
 * What the outputs show after a composition is loaded into all of them, or into the one at a place. There, a composition
 * that another output shows already is joined as it is, because loading it anew would take it off the air of the other.
 */
export function afterLoad(outputs: readonly Showing[], composition: Loadable, place?: number): Shown[] {
  if (place === undefined) return outputs.map(() => composition);
  const isIt = ({ loaded }: Showing): boolean => loaded?.compositionId === composition.compositionId;
  const present = outputs.find(isIt);
  const joins = present && outputs[place]?.loaded?.id !== present.loaded?.id;
  if (joins) return outputs.map(({ loaded }, at) => (at === place ? present.loaded : loaded));
  return outputs.map((output, at) => (at === place || isIt(output) ? composition : output.loaded));
}

/** What the outputs show after all of them, or the one at a place, are emptied. */
export function afterUnload(outputs: readonly Showing[], place?: number): Shown[] {
  return outputs.map(({ loaded }, at) => (place === undefined || place === at ? null : loaded));
}

/** What the outputs show after every loaded composition is loaded anew, each as `present` finds it. */
export function afterRefresh(outputs: readonly Showing[], present: (loaded: LoadedComposition) => Loadable): Shown[] {
  return outputs.map(({ loaded }) => loaded && present(loaded));
}

/**
 * The names of two compositions of which one has a sub-composition with the id of one in the other, as a copy has;
 * undefined if there are none. One app instance cannot show both, because an id would address two sub-compositions.
 */
export function sharedIds(compositions: readonly Composition[]): [string, string] | undefined {
  const owners = new Map<string, number>();
  for (const [at, { root }] of compositions.entries()) {
    for (const { id } of preOrder([root])) {
      const owner = owners.get(id) ?? at;
      if (owner !== at) return [compositions[owner]?.root.name ?? '', root.name];
      owners.set(id, at);
    }
  }
  return undefined;
}
