import type { ElementOf } from '../../contract/model/scene.ts';
import type { Payload } from '../../contract/model/field.ts';
import { colorOf } from '../binding.ts';

type Styled = ElementOf<'text' | 'crawl' | 'timer' | 'list'>;

/** Gives a node the typography of a text, a crawl, a timer or a list. */
export function applyTextStyle(node: HTMLElement, scene: Styled, values: Payload): void {
  node.style.fontSize = `${scene.size}px`;
  node.style.fontWeight = String(scene.weight);
  node.style.textAlign = scene.align;
  node.style.letterSpacing = `${(scene.tracking ?? 0) / 100}em`;
  node.style.textTransform = scene.uppercase ? 'uppercase' : 'none';
  node.style.color = colorOf(scene.color, values);
}
