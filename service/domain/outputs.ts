import { preOrder } from '../../contract/model/control.ts';
import type { Composition } from '../../scene/schema/composition.ts';

export interface Loadable {
  compositionId: number;
  contentId: number;
}

/** Each loading gives a new id, which holds the values and states. */
export interface LoadedComposition extends Loadable {
  id: number;
}

export type OutputContent = LoadedComposition | Loadable | null;

/** Two outputs with one composition share the loaded composition. */
export interface OutputShowing {
  loaded: LoadedComposition | null;
}

export function outputId(place: number): string {
  return String(place + 1);
}

export function isLoaded(shown: OutputContent): shown is LoadedComposition {
  return shown !== null && 'id' in shown;
}

export function loadedIn(outputs: readonly OutputShowing[]): LoadedComposition[] {
  const byId = new Map(outputs.flatMap(({ loaded }) => (loaded ? [[loaded.id, loaded]] : [])));
  return [...byId.values()];
}

/**
 * Loads into all outputs, or into one place. If another output already shows the composition, joins it: loading again
 * would take it off air there.
 */
export function afterLoad(outputs: readonly OutputShowing[], composition: Loadable, place?: number): OutputContent[] {
  if (place === undefined) return outputs.map(() => composition);
  const isIt = ({ loaded }: OutputShowing): boolean => loaded?.compositionId === composition.compositionId;
  const present = outputs.find(isIt);
  const joins = present && outputs[place]?.loaded?.id !== present.loaded?.id;
  if (joins) return outputs.map(({ loaded }, at) => (at === place ? present.loaded : loaded));
  return outputs.map((output, at) => (at === place || isIt(output) ? composition : output.loaded));
}

export function afterUnload(outputs: readonly OutputShowing[], place?: number): OutputContent[] {
  return outputs.map(({ loaded }, at) => (place === undefined || place === at ? null : loaded));
}

export function afterRefresh(
  outputs: readonly OutputShowing[],
  present: (loaded: LoadedComposition) => Loadable,
): OutputContent[] {
  return outputs.map(({ loaded }) => loaded && present(loaded));
}

/** Two compositions with a shared id, as copies have. Ids would be ambiguous if an app instance showed both. */
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
