import type { ErrorDetail } from '../../contract/errors.ts';
import { type AnimationState, listedState, storedState } from '../../contract/model/animation-state.ts';
import type { Composition, SubComposition } from '../schema/composition.ts';
import {
  type CompositionContent,
  type ContentEntry,
  contentVersion,
  initialUiSettings,
} from '../schema/composition-content.ts';
import { type LogicLayer, preOrder } from '../../contract/model/control.ts';
import { allElements, type SceneElement, type StillElement } from '../schema/scene.ts';
import { ContentReader } from './content-reader.ts';
import { refusal } from '../../contract/refusal.ts';

/** Relative to the service. */
const noPicture = '/media/no-picture.svg';

/** Returns canonical values, or all problems with paths. `docs/composition-content.md` describes the rules. */
export function readContent(content: CompositionContent): { composition: Composition } | { problems: ErrorDetail[] } {
  const reader = new ContentReader(content);
  const root = reader.root();
  if (root === undefined || reader.problems.length > 0) return { problems: reader.problems };
  const stage = content.compositions[content.mainComposition]?.stage;
  return { composition: { version: 1, ...(stage && { stage }), root } };
}

/** @throws OverlayError `body-invalid`, with the first problem in its message */
export function compositionOf(content: CompositionContent): Composition {
  const read = readContent(content);
  if ('problems' in read) throw refusal(read.problems);
  return read.composition;
}

/** Returns the initial state, all Out. {@link compositionOf} reads it back. */
export function contentOf({ root, stage }: Composition): CompositionContent {
  const subs = [...preOrder([root])];
  const layers = layersOf(subs);
  return {
    command: { commands: [], id: 0 },
    compositionProps: {
      logicLayers: Object.fromEntries([...layers.values()].map(({ id, ...layer }) => [id, layer])),
      timeline2Active: Object.fromEntries(subs.map((sub) => [sub.id, sub.secondTimeline])),
    },
    compositionStates: Object.fromEntries(subs.map((sub) => [sub.id, sub.secondTimeline ? 'Out1' : 'Out'])),
    compositions: Object.fromEntries(
      subs.map((sub) => [sub.id, { ...entryOf(sub, layers), ...(sub === root && stage && { stage }) }]),
    ),
    editingIds: {},
    mainComposition: root.id,
    revision: '1',
    uiSettings: { ...initialUiSettings },
  };
}

export function emptyComposition(name: string, id: string): Composition {
  return {
    version: 1,
    root: {
      id,
      name,
      fields: [],
      logicLayer: null,
      secondTimeline: false,
      scene: { elements: [] },
      subcompositions: [],
    },
  };
}

/** Row 18: parents first. */
export function storedSubCompositions(
  content: CompositionContent,
): { id: string; name: string; state: AnimationState }[] {
  const { compositions, compositionProps, compositionStates } = content;
  const below = (id: string): string[] =>
    (compositions[id]?.subcompositions ?? []).flatMap((nested) => [nested, ...below(nested)]);
  return below(content.mainComposition).map((id) => {
    const second = compositionProps.timeline2Active[id] ?? false;
    const state = listedState(storedState(compositionStates[id] ?? 'Out', second), second);
    return { id, name: compositions[id]?.name ?? '', state };
  });
}

type Layers = ReadonlyMap<string, Pick<LogicLayer, 'name' | 'tag'> & { id: string }>;

function layersOf(subs: readonly SubComposition[]): Layers {
  const used = subs.flatMap(({ logicLayer }) => logicLayer ?? []);
  const unique = [...new Map(used.map((layer) => [key(layer), layer]))];
  return new Map(unique.map(([of, { name, tag }], at) => [of, { id: String(at + 1), name, tag }]));
}

function key({ name, tag }: LogicLayer): string {
  return JSON.stringify([name, tag]);
}

function entryOf(sub: SubComposition, layers: Layers): ContentEntry {
  const { id, name, fields, widget, logicLayer, scene } = sub;
  const controlNode = { id, name, thumbnail: noPicture, ...(widget === undefined ? { fields } : { widget }) };
  return {
    version: contentVersion,
    name,
    dataSources: { composition: { controlNode } },
    groups: Object.fromEntries([...allElements(scene.elements)].flatMap(groupOf)),
    logicLayer: logicLayer && { id: layers.get(key(logicLayer))?.id ?? '', delay: logicLayer.delay },
    elements: scene.elements.map(stillOf),
    subcompositions: sub.subcompositions.map((nested) => nested.id),
  };
}

function stillOf({ in: _in, out2: _out2, loop: _loop, update: _update, ...still }: SceneElement): StillElement {
  return 'elements' in still ? { ...still, elements: still.elements.map(stillOf) } : still;
}

function groupOf(element: SceneElement): [string, ContentEntry['groups'][string]][] {
  const { id, in: In, out2: Out2, loop: Loop, update: Update } = element;
  const effects = { ...(In && { In }), ...(Out2 && { Out2 }), ...(Loop && { Loop }), ...(Update && { Update }) };
  return Object.keys(effects).length === 0 ? [] : [[id, { effects }]];
}
