import { create } from 'mutative';
import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import { freeId } from './elements.ts';
import { withValueAt } from './path.ts';
import { layerColor } from '../content/layer-color.ts';
import { ownOf } from '../../contract/own.ts';

export function layersOf(content: CompositionContent): { id: string; name: string; tag: string }[] {
  return Object.entries(content.compositionProps.logicLayers).map(([id, layer]) => ({ ...layer, id }));
}

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

export function withNewLayer(content: CompositionContent, sub: string): CompositionContent {
  const { logicLayers } = content.compositionProps;
  const id = freeLayerId(logicLayers);
  const name = freeId('Layer', new Set(Object.values(logicLayers).map((layer) => layer.name)));
  const added = withValueAt(content, ['compositionProps', 'logicLayers', id], { name, tag: layerColor });
  return withLayer(added, sub, { id, delay: 'none' });
}

type LogicLayers = CompositionContent['compositionProps']['logicLayers'];

function freeLayerId(layers: LogicLayers): string {
  return String(Math.max(0, ...Object.keys(layers).map(Number).filter(Number.isFinite)) + 1);
}

/** Joins the layer of the same name, and adds it if missing. */
export function joinLayer(
  layers: LogicLayers,
  layer: ContentEntry['logicLayer'],
  from: CompositionContent,
): ContentEntry['logicLayer'] {
  const theirs = layer && ownOf(from.compositionProps.logicLayers, layer.id);
  if (!theirs) return null;
  const same = Object.entries(layers).find(([, { name }]) => name === theirs.name);
  const id = same?.[0] ?? freeLayerId(layers);
  layers[id] ??= theirs;
  return { ...layer, id };
}
