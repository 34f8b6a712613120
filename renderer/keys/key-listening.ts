import { keyName, typesNothing } from '../../contract/desk-api/key-binding.ts';
import { isMeta, KeysDown } from '../../contract/desk-api/keys-down.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Pages } from '../state/pages.svelte.ts';
import { deskKey, type KeyPress } from './key-press.ts';

/** The members of a `KeyboardEvent` that are used here. */
export interface KeyDownEvent extends KeyPress {
  repeat: boolean;
  timeStamp: number;
  preventDefault(): void;
}

/** Decides which key presses and releases of a page go to the desk, and under which name. */
export class KeyListening {
  readonly #desk: DeskClient;
  readonly #pages: Pages;
  readonly #down: KeysDown;

  constructor(desk: DeskClient, pages: Pages) {
    this.#desk = desk;
    this.#pages = pages;
    this.#down = new KeysDown((key, isLost, at) => void desk.release(key, isLost, at));
  }

  /** Whether keys operate the show: not in the workshop, nor while something covers the page. */
  get operating(): boolean {
    return this.#pages.facts.firesKeys && !this.#pages.covered;
  }

  pressed(event: KeyDownEvent): void {
    if (isMeta(event.code)) this.loseAll();
    if (this.#closes(event)) return event.preventDefault();
    const key = this.#down.repeated(event) ?? this.#keyOf(event);
    if (key === undefined) return;
    if (this.#desk.binding(key)) event.preventDefault();
    if (!event.repeat) this.#down.press(event.code, key);
    void this.#desk.press(key, event);
  }

  /** Sends the release of a key wherever the focus is by then. */
  released(event: KeyDownEvent): void {
    if (isMeta(event.code)) this.loseAll();
    // Space works a button when it comes up, and the focus may have come to a button since it went down.
    if (this.#down.release(event.code, event.timeStamp)) event.preventDefault();
  }

  /** Nobody can tell any more which keys are down. */
  loseAll(): void {
    this.#down.loseAll();
  }

  #isPanic(event: KeyDownEvent): boolean {
    return this.#desk.binding(keyName(event))?.action.do === 'panic';
  }

  #keyOf(event: KeyDownEvent): string | undefined {
    if (this.#isPanic(event) && typesNothing(event)) return keyName(event);
    return this.operating ? deskKey(event, (key) => this.#desk.binding(key) !== undefined) : undefined;
  }

  /** Escape closes what lies over the page, wherever the focus is, unless a part of the screen has used it. */
  #closes(event: KeyDownEvent): boolean {
    const isEscape = keyName(event) === 'Escape' && !event.isComposing && !event.repeat;
    return isEscape && !event.defaultPrevented && !this.#isPanic(event) && this.#pages.escape();
  }
}
