import type { ElementOf } from '../../scene/schema/scene.ts';
import { colorOf, numberWithin, type Scope } from '../binding.ts';
import { animate, stop } from '../motion/animations.ts';
import type { DrawnElement } from './drawn-element.ts';

/** A box that lights up once for each press. `data-fired` counts the flashes. */
export class DrawnFlash implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'flash'>;
  #fired = 0;
  /** Milliseconds. */
  #duration = 0;
  #light: Animation | undefined;

  constructor(scene: ElementOf<'flash'>) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'flash';
    this.node.dataset.fired = '0';
  }

  show(scope: Scope): void {
    const { fill, duration } = this.#scene;
    this.node.style.background = colorOf(fill, scope);
    this.#duration = numberWithin(duration, scope, [0, Infinity]);
  }

  press(field: string): void {
    if (field !== this.#scene.fire.field) return;
    if (this.#light) stop(this.#light);
    this.#light = animate(
      this.node,
      [{ opacity: 0 }, { opacity: 1, offset: 0.12, easing: 'ease-out' }, { opacity: 0 }],
      { duration: this.#duration },
    );
    this.#fired += 1;
    this.node.dataset.fired = String(this.#fired);
  }
}
