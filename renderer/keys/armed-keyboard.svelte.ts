import type { KeyPress } from './key-press.ts';

/** What bare keys do on this screen: they fire, do nothing, or belong to text. */
export type KeyboardState = 'armed' | 'safe' | 'typing';

/**
 * Whether letters and digits fire on this screen. They belong to text while a text field has the focus, and after that
 * until Enter or Escape: the rest of a word must not fire, wherever the focus went in its middle.
 */
export class ArmedKeyboard {
  #outside = $state<Exclude<KeyboardState, 'typing'>>('armed');
  #inText = $state(false);
  #inWord = $state(false);

  get state(): KeyboardState {
    return this.#inText || this.#inWord ? 'typing' : this.#outside;
  }

  /** The operator presses the mark of the keyboard: typing ends, or armed and safe change. */
  turn(): void {
    if (!this.#inWord) this.#outside = this.#outside === 'armed' ? 'safe' : 'armed';
    this.#inWord = false;
  }

  focused(isText: boolean): void {
    this.#inText = isText;
  }

  typed(): void {
    this.#inWord = true;
  }

  /** Enter ends a word, but not in a text of several lines. Returns whether a word ended that had lost its field. */
  pressed({ code, isComposing, target }: Pick<KeyPress, 'code' | 'isComposing' | 'target'>): boolean {
    const isLines = (target as Partial<Element> | null)?.tagName?.toUpperCase() === 'TEXTAREA';
    const ends = code === 'Escape' || (!isLines && ['Enter', 'NumpadEnter'].includes(code));
    const wasCutOff = this.#inWord && !this.#inText;
    if (!ends || isComposing) return false;
    this.#inWord = false;
    return wasCutOff;
  }
}
