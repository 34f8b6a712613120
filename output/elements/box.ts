import type { ElementOf } from '../../contract/model/scene.ts';
import { colorOf, numberOf, type Scope } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';

/** A filled rectangle; with a `level` a bar. */
export class Box implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'box'>;

  constructor(scene: ElementOf<'box'>, { document }: Surroundings) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'box';
    const { fade, shadow } = scene;
    // The colors of a fade are variables that the style sheet makes colors of, so that they can run over to new ones.
    if (fade) this.node.style.backgroundImage = `linear-gradient(${fade.angle}deg, var(--fade-from), var(--fade-to))`;
    if (shadow) this.node.style.boxShadow = `${shadow.x}px ${shadow.y}px ${shadow.blur}px ${shadow.color}`;
  }

  show(scope: Scope): void {
    const { fill, fade, level, radius, border } = this.#scene;
    const { style } = this.node;
    const color = colorOf(fill, scope);
    if (fade) {
      style.setProperty('--fade-from', color);
      style.setProperty('--fade-to', colorOf(fade.to, scope));
    } else {
      style.backgroundColor = color;
    }
    if (radius !== undefined) style.borderRadius = `${numberOf(radius, scope)}px`;
    if (border) style.border = `${border.width}px solid ${colorOf(border.color, scope)}`;
    if (level !== undefined) style.transform = `scaleX(${Math.min(100, Math.max(0, numberOf(level, scope))) / 100})`;
  }
}
