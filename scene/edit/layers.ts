import { create } from 'mutative';
import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import { freeId } from './elements.ts';
import { withValueAt } from './path.ts';

/** A logic layer with its id in the content. */
export interface LayerRow {
  id: string;
  name: string;
  tag: string;
}

/** The logic layers of a content. */
export function layersOf(content: CompositionContent): LayerRow[] {
  return Object.entries(content.compositionProps.logicLayers).map(([id, layer]) => ({ id, ...layer }));
}

/** Puts a sub-composition on a layer, or on none. Layers without a sub-composition are removed. */
export function withLayer(
  content: CompositionContent,
  sub: string,
  layer: ContentEntry['logicLayer'],
): CompositionContent {
  return create(content, ({ compositions, compositionProps }) => {
    const entry = compositions[sub];
    if (entry) entry.logicLayer = layer;
    const used = new Set(Object.values(compositions).map(({ logicLayer }) => logicLayer?.id));
    for (const id of Object.keys(compositionProps.logicLayers)) {
      if (!used.has(id)) Reflect.deleteProperty(compositionProps.logicLayers, id);
    }
  });
}

/** Puts a sub-composition on a new layer of its own. Others can join that layer later. */
export function withNewLayer(content: CompositionContent, sub: string): CompositionContent {
  const { logicLayers } = content.compositionProps;
  const id = freeLayerId(logicLayers);
  const name = freeId('Layer', new Set(Object.values(logicLayers).map((layer) => layer.name)));
  const added = withValueAt(content, ['compositionProps', 'logicLayers', id], { name, tag: '#8a7be0' });
  return withLayer(added, sub, { id, delay: 'none' });
}

type LogicLayers = CompositionContent['compositionProps']['logicLayers'];

/** The number after the highest layer number. */
function freeLayerId(layers: LogicLayers): string {
  return String(Math.max(0, ...Object.keys(layers).map(Number).filter(Number.isFinite)) + 1);
}

/** The layer for a sub-composition from another content: the layer of the same name here, added if missing. */
export function joinLayer(
  layers: LogicLayers,
  layer: ContentEntry['logicLayer'],
  from: CompositionContent,
): ContentEntry['logicLayer'] {
  const theirs = layer && from.compositionProps.logicLayers[layer.id];
  if (!theirs) return null;
  const same = Object.entries(layers).find(([, { name }]) => name === theirs.name);
  const id = same?.[0] ?? freeLayerId(layers);
  layers[id] ??= theirs;
  return { ...layer, id };
}
