import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, numberOf, type Scope, shadowOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';

/** A filled rectangle. With a `level` it is a bar. */
export class DrawnBox implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'box'>;

  constructor(scene: ElementOf<'box'>) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'box';
  }

  show(scope: Scope): void {
    const { fill, fade, level, radius, border, shadow } = this.#scene;
    const { style } = this.node;
    const color = colorOf(fill, scope);
    if (fade) {
      // The style sheet declares these variables as colors, so a fade can transition to new colors.
      style.backgroundImage = `linear-gradient(${numberOf(fade.angle, scope)}deg, var(--fade-from), var(--fade-to))`;
      style.setProperty('--fade-from', color);
      style.setProperty('--fade-to', colorOf(fade.to, scope));
    } else {
      style.backgroundColor = color;
    }
    if (shadow) style.boxShadow = shadowOf(shadow, scope);
    if (radius !== undefined) style.borderRadius = `${numberOf(radius, scope)}px`;
    if (border) style.border = `${numberOf(border.width, scope)}px solid ${colorOf(border.color, scope)}`;
    if (level !== undefined) style.transform = `scaleX(${Math.min(100, Math.max(0, numberOf(level, scope))) / 100})`;
  }
}
