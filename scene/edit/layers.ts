import type { CompositionContent, ContentEntry } from '../schema/composition-content.ts';
import { freeId } from './elements.ts';
import { withEntry } from './sub-compositions.ts';

/** A logic layer under the id that a content knows it by. */
export interface LayerRow {
  id: string;
  name: string;
  tag: string;
}

export function layersOf(content: CompositionContent): LayerRow[] {
  return Object.entries(content.compositionProps.logicLayers).map(([id, layer]) => ({ id, ...layer }));
}

/** With a sub-composition on a layer, or on none. Layers that nothing is on any more go. */
export function withLayer(
  content: CompositionContent,
  sub: string,
  layer: ContentEntry['logicLayer'],
): CompositionContent {
  const placed = withEntry(content, sub, (entry) => ({ ...entry, logicLayer: layer }));
  const used = new Set(Object.values(placed.compositions).map((entry) => entry.logicLayer?.id));
  const logicLayers = Object.fromEntries(
    Object.entries(placed.compositionProps.logicLayers).filter(([id]) => used.has(id)),
  );
  return { ...placed, compositionProps: { ...placed.compositionProps, logicLayers } };
}

/** With a sub-composition on a layer of its own, which others can be put on then. */
export function withNewLayer(content: CompositionContent, sub: string): CompositionContent {
  const { logicLayers } = content.compositionProps;
  const id = String(Math.max(0, ...Object.keys(logicLayers).map(Number).filter(Number.isFinite)) + 1);
  const name = freeId('Layer', new Set(Object.values(logicLayers).map((layer) => layer.name)));
  const added = { ...logicLayers, [id]: { name, tag: '#8a7be0' } };
  const whole = { ...content, compositionProps: { ...content.compositionProps, logicLayers: added } };
  return withLayer(whole, sub, { id, delay: 'none' });
}
