import { create } from 'mutative';
import { type CompositionContent, type ContentEntry, contentVersion } from '../schema/composition-content.ts';
import type { Stage } from '../schema/stage.ts';
import { freeId } from './elements.ts';
import { nodeSteps } from './fields.ts';
import { joinLayer } from './layers.ts';
import { withValueAt } from './path.ts';

export interface SubRow {
  id: string;
  entry: ContentEntry;
  depth: number;
  place: { at: number; of: number };
}

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

export function withEntry(
  content: CompositionContent,
  id: string,
  change: (entry: ContentEntry) => ContentEntry,
): CompositionContent {
  const entry = content.compositions[id];
  return entry ? withValueAt(content, ['compositions', id], change(entry)) : content;
}

/** As {@link withEntry}, but `edit` changes a draft of the composition in place. */
export function withEntryEdited(
  content: CompositionContent,
  id: string,
  edit: (entry: ContentEntry) => void,
): CompositionContent {
  return withEntry(content, id, (entry) => create(entry, edit));
}

export function withSubName(content: CompositionContent, id: string, name: string): CompositionContent {
  return withEntry(content, id, (entry) => renamed(entry, name));
}

function renamed(entry: ContentEntry, name: string): ContentEntry {
  return withValueAt({ ...entry, name }, [...nodeSteps, 'name'], name);
}

/** The entry under a name that no graphic of the content has: programs, tables and imports find graphics by name. */
function withFreeName({ compositions, mainComposition }: CompositionContent, entry: ContentEntry): ContentEntry {
  const { [mainComposition]: _, ...graphics } = compositions;
  return renamed(entry, freeId(entry.name, new Set(Object.values(graphics).map(({ name }) => name))));
}

export function withSecondTimeline(content: CompositionContent, id: string, second: boolean): CompositionContent {
  const timed = withValueAt(content, ['compositionProps', 'timeline2Active', id], second);
  return withValueAt(timed, ['compositionStates', id], second ? 'Out1' : 'Out');
}

/** Adds another content's sub-compositions to the main one, under free names, on layers of the same name, and its fonts. */
export function withAllOf(content: CompositionContent, other: CompositionContent): CompositionContent {
  const { [other.mainComposition]: otherMain, ...subs } = other.compositions;
  if (!otherMain) return content;
  return create(content, ({ compositions, compositionProps, compositionStates, mainComposition }) => {
    for (const [id, entry] of Object.entries(subs)) {
      const logicLayer = joinLayer(compositionProps.logicLayers, entry.logicLayer, other);
      compositions[id] = { ...withFreeName({ ...content, compositions }, entry), logicLayer };
      compositionProps.timeline2Active[id] = other.compositionProps.timeline2Active[id] ?? false;
      compositionStates[id] = other.compositionStates[id] ?? 'Out';
    }
    const main = compositions[mainComposition];
    if (!main) return;
    main.subcompositions.push(...otherMain.subcompositions);
    if (otherMain.stage) main.stage = joinedStage(main.stage, otherMain.stage);
  });
}

/** At the end: Out, with one timeline, and without a layer, because layers belong to the other content. */
export function withNewSub(content: CompositionContent, id: string, entry: ContentEntry): CompositionContent {
  return create(content, ({ compositions, compositionProps, compositionStates, mainComposition }) => {
    const main = compositions[mainComposition];
    if (!main) return;
    compositions[id] = { ...withValueAt(withFreeName(content, entry), [...nodeSteps, 'id'], id), logicLayer: null };
    compositionProps.timeline2Active[id] = false;
    compositionStates[id] = 'Out';
    main.subcompositions.push(id);
  });
}

/** A sub-composition with nothing in it, under a new id. */
export function withEmptySub(content: CompositionContent, id: string, name: string): CompositionContent {
  const controlNode = { id, name, thumbnail: '/media/no-picture.svg', fields: [] };
  return withNewSub(content, id, {
    version: contentVersion,
    name,
    dataSources: { composition: { controlNode } },
    groups: {},
    logicLayer: null,
    elements: [],
    subcompositions: [],
  });
}

/** Also removes everything inside it; never removes the main composition. */
export function withoutSub(content: CompositionContent, id: string): CompositionContent {
  if (id === content.mainComposition) return content;
  return create(content, ({ compositions, compositionProps, compositionStates }) => {
    for (const row of subRows({ ...content, mainComposition: id })) {
      for (const byId of [compositions, compositionProps.timeline2Active, compositionStates]) {
        Reflect.deleteProperty(byId, row.id);
      }
    }
    for (const { subcompositions } of Object.values(compositions)) {
      const at = subcompositions.indexOf(id);
      if (at >= 0) subcompositions.splice(at, 1);
    }
  });
}

export function withSubMoved(content: CompositionContent, id: string, by: 1 | -1): CompositionContent {
  return create(content, ({ compositions }) => {
    const { subcompositions } = Object.values(compositions).find((entry) => entry.subcompositions.includes(id)) ?? {};
    if (!subcompositions) return;
    const at = subcompositions.indexOf(id);
    subcompositions.splice(at, 1);
    subcompositions.splice(Math.max(0, at + by), 0, id);
  });
}

/** The present frame, or else the added one, with all fonts. Present fonts win. */
function joinedStage(present: Stage | undefined, { width, height, fonts: added = [] }: Stage): Stage {
  const fonts = present?.fonts ?? [];
  const all = [...fonts, ...added.filter(({ family }) => !fonts.some((font) => font.family === family))];
  return { ...(present ?? { width, height }), ...(all.length > 0 && { fonts: all }) };
}
