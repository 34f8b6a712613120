import type { SceneElement } from '../../scene/schema/scene.ts';
import { beyondVariables } from '../page/stage.ts';
import { flagOf, numberOf, type Scope } from '../binding.ts';

/** Places an element's frame: position, size and rotation. */
export function place(node: HTMLElement, scene: SceneElement, scope: Scope): void {
  const { frame, pin = {}, rotate } = scene;
  const across = pinned(pin.x, numberOf(frame.x, scope), beyondVariables.x);
  const down = pinned(pin.y, numberOf(frame.y, scope), beyondVariables.y);
  const turned = rotate === undefined ? '' : ` rotate(${numberOf(rotate, scope)}deg)`;
  // A transform can transition to another place without a layout in each frame; `left` and `top` cannot.
  node.style.transform = `translate(${across}, ${down})${turned}`;
  node.style.width = stretched(pin.x, numberOf(frame.width, scope), beyondVariables.x);
  node.style.height = stretched(pin.y, numberOf(frame.height, scope), beyondVariables.y);
}

/** Sets visibility, opacity and clipping. A hidden element is still laid out, so that its texts can be measured. */
export function reveal(node: HTMLElement, scene: SceneElement, scope: Scope): void {
  if (scene.mask !== undefined) node.classList.toggle('mask', flagOf(scene.mask, scope));
  if (scene.visible !== undefined) node.style.visibility = flagOf(scene.visible, scope) ? '' : 'hidden';
  if (scene.opacity !== undefined) node.style.opacity = String(numberOf(scene.opacity, scope));
}

type PinnedSide = 'left' | 'right' | 'top' | 'bottom' | 'center' | 'stretch' | undefined;

function pinned(side: PinnedSide, at: number, variable: string): string {
  if (side === undefined || side === 'center') return `${at}px`;
  const sign = side === 'right' || side === 'bottom' ? '+' : '-';
  return `calc(${at}px ${sign} var(${variable}, 0px))`;
}

function stretched(side: PinnedSide, size: number, variable: string): string {
  return side === 'stretch' ? `calc(${size}px + 2 * var(${variable}, 0px))` : `${size}px`;
}
