import type { Payload } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { colorOf, numberOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';

/** A filled rectangle; with a `level` a bar, which runs to a new number instead of leaping. */
export class Box implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'box'>;

  constructor(scene: ElementOf<'box'>, { document }: Surroundings) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'box';
  }

  show(values: Payload, smooth: boolean): void {
    const { fill, fade, level } = this.#scene;
    const color = colorOf(fill, values);
    this.node.style.background = fade
      ? `linear-gradient(${fade.angle}deg, ${color}, ${colorOf(fade.to, values)})`
      : color;
    if (level !== undefined) this.#fillTo(numberOf(level, values), smooth);
  }

  #fillTo(level: number, smooth: boolean): void {
    const wanted = `scaleX(${Math.min(100, Math.max(0, level)) / 100})`;
    if (this.node.style.transform === wanted) return;
    const present = getComputedStyle(this.node).transform;
    for (const animation of this.node.getAnimations()) animation.cancel();
    this.node.style.transform = wanted;
    if (!smooth) return;
    this.node.animate([{ transform: present }, { transform: wanted }], { duration: 400, easing: 'ease-out' });
  }
}
