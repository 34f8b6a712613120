import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import { withValueAt } from './path.ts';

/** A composition or sub-composition of a content, parents before children. */
export interface SubRow {
  id: string;
  entry: ContentEntry;
  depth: number;
  /** Its place among its neighbours, and how many they are. */
  place: { at: number; of: number };
}

/** Every composition of a content that the main one leads to, the main one first. */
export function subRows(content: CompositionContent): SubRow[] {
  const met = new Set<string>();
  const rows = (ids: readonly string[], depth: number): SubRow[] =>
    ids.flatMap((id, at) => {
      const entry = content.compositions[id];
      if (!entry || met.has(id)) return [];
      met.add(id);
      return [{ id, entry, depth, place: { at, of: ids.length } }, ...rows(entry.subcompositions, depth + 1)];
    });
  return rows([content.mainComposition], 0);
}

/** With one composition changed. */
export function withEntry(
  content: CompositionContent,
  id: string,
  change: (entry: ContentEntry) => ContentEntry,
): CompositionContent {
  const entry = content.compositions[id];
  if (!entry) return content;
  return { ...content, compositions: { ...content.compositions, [id]: change(entry) } };
}

export function withSubName(content: CompositionContent, id: string, name: string): CompositionContent {
  return withEntry(content, id, (entry) =>
    withValueAt({ ...entry, name }, ['dataSources', 'composition', 'controlNode', 'name'], name),
  );
}

/** With a second timeline, Out 2, or without it. */
export function withSecondTimeline(content: CompositionContent, id: string, second: boolean): CompositionContent {
  const timed = withValueAt(content, ['compositionProps', 'timeline2Active', id], second);
  return withValueAt(timed, ['compositionStates', id], second ? 'Out1' : 'Out');
}

/** With the sub-compositions of another content at the end of the main one; its layers are those of the same name here. */
export function withAllOf(content: CompositionContent, other: CompositionContent): CompositionContent {
  const main = other.compositions[other.mainComposition];
  if (!main) return content;
  const layers = new Layers(content.compositionProps.logicLayers);
  const joined = Object.entries(other.compositions)
    .filter(([id]) => id !== other.mainComposition)
    .map(([id, entry]): [string, ContentEntry] => [
      id,
      { ...entry, logicLayer: layers.joined(entry.logicLayer, other) },
    ]);
  const ids = joined.map(([id]) => id);
  const own = <Value>(values: Record<string, Value>): [string, Value][] =>
    Object.entries(values).filter(([id]) => ids.includes(id));
  const { compositionProps, compositionStates, compositions, mainComposition } = content;
  const whole = {
    ...content,
    compositionProps: {
      logicLayers: layers.all,
      timeline2Active: {
        ...compositionProps.timeline2Active,
        ...Object.fromEntries(own(other.compositionProps.timeline2Active)),
      },
    },
    compositionStates: { ...compositionStates, ...Object.fromEntries(own(other.compositionStates)) },
    compositions: { ...compositions, ...Object.fromEntries(joined) },
  };
  return withEntry(whole, mainComposition, (entry) => ({
    ...withStageOf(entry, main.stage),
    subcompositions: [...entry.subcompositions, ...main.subcompositions],
  }));
}

/** With one composition more, under an id of its own, at the end of the main one. */
export function withNewEntry(content: CompositionContent, id: string, entry: ContentEntry): CompositionContent {
  const named = withValueAt(entry, ['dataSources', 'composition', 'controlNode', 'id'], id);
  const added = { ...content, compositions: { ...content.compositions, [id]: { ...named, logicLayer: null } } };
  return withEntry(added, content.mainComposition, (main) => ({
    ...main,
    subcompositions: [...main.subcompositions, id],
  }));
}

/** Without a sub-composition and all that is inside of it. The main one stays. */
export function withoutSub(content: CompositionContent, id: string): CompositionContent {
  if (id === content.mainComposition) return content;
  const gone = new Set(subRows({ ...content, mainComposition: id }).map((row) => row.id));
  const kept = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !gone.has(key)));
  const compositions = Object.entries(kept(content.compositions)).map(([key, entry]): [string, ContentEntry] => [
    key,
    { ...entry, subcompositions: entry.subcompositions.filter((sub) => sub !== id) },
  ]);
  const { compositionProps, compositionStates } = content;
  return {
    ...content,
    compositions: Object.fromEntries(compositions),
    compositionProps: { ...compositionProps, timeline2Active: kept(compositionProps.timeline2Active) },
    compositionStates: kept(compositionStates),
  };
}

/** With a sub-composition one place up or down among its neighbours. */
export function withSubMoved(content: CompositionContent, id: string, by: 1 | -1): CompositionContent {
  const parent = Object.entries(content.compositions).find(([, entry]) => entry.subcompositions.includes(id));
  if (!parent) return content;
  return withEntry(content, parent[0], (entry) => {
    const at = entry.subcompositions.indexOf(id);
    const others = entry.subcompositions.filter((sub) => sub !== id);
    const to = Math.max(0, Math.min(others.length, at + by));
    return { ...entry, subcompositions: [...others.slice(0, to), id, ...others.slice(to)] };
  });
}

/** The fonts that a template brings along come with it; a frame that is there already stays. */
function withStageOf(entry: ContentEntry, stage: ContentEntry['stage']): ContentEntry {
  if (!stage) return entry;
  const present = entry.stage ?? { width: stage.width, height: stage.height };
  const known = new Set((present.fonts ?? []).map(({ family }) => family));
  const fonts = [...(present.fonts ?? []), ...(stage.fonts ?? []).filter(({ family }) => !known.has(family))];
  return { ...entry, stage: { ...present, ...(fonts.length > 0 && { fonts }) } };
}

type LogicLayers = CompositionContent['compositionProps']['logicLayers'];

class Layers {
  readonly all: LogicLayers;

  constructor(present: LogicLayers) {
    this.all = { ...present };
  }

  joined(layer: ContentEntry['logicLayer'], from: CompositionContent): ContentEntry['logicLayer'] {
    const theirs = layer && from.compositionProps.logicLayers[layer.id];
    if (!theirs) return null;
    const same = Object.entries(this.all).find(([, { name }]) => name === theirs.name);
    if (same) return { ...layer, id: same[0] };
    const numbers = Object.keys(this.all).map(Number).filter(Number.isFinite);
    const id = String(Math.max(0, ...numbers) + 1);
    this.all[id] = theirs;
    return { ...layer, id };
  }
}
