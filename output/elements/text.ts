import type { ElementOf } from '../../contract/model/scene.ts';
import { type Scope, textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { fontsFor, lookOf } from './text-style.ts';
import { usualSmallest, Words } from './words.ts';

/** Words that stay inside their frame. */
export class Text implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'text'>;
  readonly #surroundings: Surroundings;
  readonly #words: Words;

  constructor(scene: ElementOf<'text'>, surroundings: Surroundings) {
    const { lines = 1, smallest = usualSmallest, place = 'middle' } = scene;
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.#words = new Words(surroundings, { lines, smallest, place });
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    return fontsFor(lookOf(this.#scene, scope), textOf(this.#scene.text, scope), this.#surroundings.fonts);
  }

  show(scope: Scope): void {
    this.#words.show(textOf(this.#scene.text, scope), lookOf(this.#scene, scope));
  }

  leave(): void {
    this.#words.leave();
  }
}
