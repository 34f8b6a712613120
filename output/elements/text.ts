import type { Payload } from '../../contract/model/field.ts';
import type { ElementOf } from '../../contract/model/scene.ts';
import { textOf } from '../binding.ts';
import type { DrawnElement, Surroundings } from './drawn-element.ts';
import { applyTextStyle } from './text-style.ts';

/** Below this share of its size a text is cut instead: smaller could not be read on a screen across the room. */
const smallest = 0.6;

/** Words that stay inside their frame: first smaller, then cut with an ellipsis. */
export class Text implements DrawnElement {
  readonly node: HTMLElement;
  readonly #scene: ElementOf<'text'>;
  readonly #words: HTMLElement;

  constructor(scene: ElementOf<'text'>, { document }: Surroundings) {
    this.#scene = scene;
    this.node = document.createElement('div');
    this.node.className = 'text';
    this.#words = document.createElement('div');
    this.#words.className = 'words';
    this.#words.dir = 'auto';
    const lines = scene.lines ?? 1;
    this.#words.classList.toggle('lines', lines > 1);
    if (lines > 1) this.#words.style.webkitLineClamp = String(lines);
    this.node.append(this.#words);
  }

  show(values: Payload): void {
    const words = textOf(this.#scene.text, values);
    applyTextStyle(this.node, this.#scene, values);
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#fit();
  }

  #fit(): void {
    const { size } = this.#scene;
    for (let share = 1; share >= smallest; share -= 0.04) {
      this.node.style.fontSize = `${size * share}px`;
      if (!this.#overflows()) return;
    }
  }

  /** A clamped box hides its surplus lines itself, so its height is measured against what it would like to be. */
  #overflows(): boolean {
    const words = this.#words;
    return words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight + 1;
  }
}
