import { untrack } from 'svelte';
import type { DeskClient } from '../state/desk.svelte.ts';
import { texts } from '../texts/texts.ts';

/** The most letters of a replaced text in a sentence. */
const longest = 60;

/** What another screen stores in a field of a cue while this screen types there. */
export class StoredMeanwhile {
  readonly #desk: DeskClient;
  /** The text that is stored as typing begins. */
  #before: string | undefined;
  #theirs: { text: string; by: string | undefined } | undefined;

  constructor(desk: DeskClient) {
    this.#desk = desk;
  }

  /** Runs in an effect. `isTyped`: this screen has words there that are not stored. */
  follow(isTyped: boolean, stored: string): void {
    if (!isTyped || this.#before === undefined) {
      [this.#before, this.#theirs] = [isTyped ? stored : undefined, undefined];
      return;
    }
    if (stored === (this.#theirs?.text ?? this.#before)) return;
    const { by, redo } = untrack(() => this.#desk.rundownEdits);
    // After an undo, `by` made the edit before it.
    const maker = redo === null ? by : undefined;
    if (maker === this.#desk.screen || stored === this.#before) [this.#before, this.#theirs] = [stored, undefined];
    else this.#theirs = { text: stored, by: maker };
  }

  /** Says what the text `own` replaces in the field `name`; undefined for nothing. */
  replacedBy(own: string, name: string): string | undefined {
    const theirs = this.#theirs;
    if (!theirs || theirs.text === own) return undefined;
    const isLong = theirs.text.length > longest;
    return texts.cues.replaced(name, isLong ? `${theirs.text.slice(0, longest)}…` : theirs.text, theirs.by);
  }
}
