import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, numberWithin, type Scope, textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { fontsFor, lookOf } from './text-style.ts';
import { type Fit, oneLine, Words } from './words.ts';

/** Words that stay inside their frame. */
export class Text implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'text'>;
  readonly #surroundings: Surroundings;
  readonly #words: Words;

  constructor(scene: ElementOf<'text'>, surroundings: Surroundings) {
    this.#scene = scene;
    this.#surroundings = surroundings;
    this.#words = new Words(surroundings);
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    return fontsFor(lookOf(this.#scene, scope), textOf(this.#scene.text, scope), this.#surroundings.fonts);
  }

  show(scope: Scope): void {
    this.#words.show(textOf(this.#scene.text, scope), lookOf(this.#scene, scope), this.#fit(scope));
  }

  leave(): void {
    this.#words.leave();
  }

  #fit(scope: Scope): Fit {
    const { lines = oneLine.lines, smallest = oneLine.smallest, place = oneLine.place } = this.#scene;
    return {
      lines: Math.floor(numberWithin(lines, scope, [1, Infinity])),
      smallest: numberWithin(smallest, scope, [0.1, 1]),
      place: choiceOf(place, scope, choices.place),
    };
  }
}
