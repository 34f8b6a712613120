import { tick } from 'svelte';
import type { KeyPress } from './key-press.ts';

/** What bare keys do on this screen: they fire, do nothing, or belong to text. */
export type KeyboardState = 'armed' | 'safe' | 'typing';

/**
 * Whether letters and digits fire on this screen. They belong to text while a text field has the focus, and after that
 * until Enter, Escape or the press of a button: the rest of a word must not fire, wherever the focus went in its middle.
 * While a field opens, they belong to that field.
 */
export class ArmedKeyboard {
  #outside = $state<Exclude<KeyboardState, 'typing'>>('armed');
  #inText = $state(false);
  #inWord = $state(false);
  /** The fields that the desk was asked for and that are not there yet. */
  #opening = $state(0);
  /** The editor of keys takes each key that is pressed. */
  isMapping = $state(false);
  /** The editor of keys asks for a key as soon as it is shown. */
  asksForKey = $state(false);

  get state(): KeyboardState {
    return this.#inText || this.#inWord || this.isOpening ? 'typing' : this.#outside;
  }

  get isOpening(): boolean {
    return this.#opening > 0;
  }

  /** The operator presses the mark of the keyboard: typing ends, or armed and safe change. */
  turn(): void {
    if (!this.#inWord && !this.isOpening) this.#outside = this.#outside === 'armed' ? 'safe' : 'armed';
    this.#endTyping();
  }

  /**
   * For a press whose field opens only after the desk has answered. `asked` gives whether the desk did it; `isThere` reads
   * whether its change has come, which may be after the answer; `show` then shows the field.
   */
  async opens(asked: Promise<boolean>, isThere: () => boolean, show: () => void = () => {}): Promise<void> {
    this.#opening += 1;
    try {
      if (await asked) {
        await until(isThere);
        show();
      }
      await tick();
    } finally {
      this.#opening = Math.max(0, this.#opening - 1);
    }
  }

  focused(isText: boolean): void {
    this.#inText = isText;
  }

  typed(): void {
    this.#inWord = true;
  }

  /** The pointer pressed a button, so the hand has left the keys. */
  pointed(): void {
    this.#inWord = false;
  }

  /** Enter ends a word, but not in a text of several lines. Returns whether a word ended that had lost its field. */
  pressed({ code, isComposing, target }: Pick<KeyPress, 'code' | 'isComposing' | 'target'>): boolean {
    const isLines = (target as Partial<Element> | null)?.tagName?.toUpperCase() === 'TEXTAREA';
    const ends = code === 'Escape' || (!isLines && ['Enter', 'NumpadEnter'].includes(code));
    const wasCutOff = this.#inWord && !this.#inText;
    if (!ends || isComposing) return false;
    if (code === 'Escape') this.#endTyping();
    this.#inWord = false;
    return wasCutOff;
  }

  #endTyping(): void {
    this.#inWord = false;
    this.#opening = 0;
  }
}

function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!isSo()) return;
        resolve();
        stop();
      });
    });
  });
}
