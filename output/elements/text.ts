import { choices } from '../../scene/schema/choices.ts';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { choiceOf, numberWithin, type Scope, textOf } from '../binding.ts';
import type { DrawnElement } from './drawn-element.ts';
import type { Fonts } from '../text/fonts.ts';
import { loadFonts, textStyleOf } from '../text/text-style.ts';
import { type Fit, oneLine, Words } from '../text/words.ts';

export class DrawnText implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'text'>;
  readonly #fonts: Fonts;
  readonly #words: Words;

  constructor(scene: ElementOf<'text'>, fonts: Fonts) {
    this.#scene = scene;
    this.#fonts = fonts;
    this.#words = new Words(fonts);
    this.node = this.#words.node;
  }

  prepare(scope: Scope): Promise<void> | undefined {
    return loadFonts(textStyleOf(this.#scene, scope), textOf(this.#scene.text, scope), this.#fonts);
  }

  show(scope: Scope): void {
    this.#words.show(textOf(this.#scene.text, scope), textStyleOf(this.#scene, scope), this.#fit(scope));
  }

  dispose(): void {
    this.#words.dispose();
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
