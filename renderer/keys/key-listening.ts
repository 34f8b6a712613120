import { type KeyBinding, keyName, typesNothing } from '../../contract/desk-api/key-binding.ts';
import { isMeta, KeysDown } from '../../contract/desk-api/keys-down.ts';
import { deskKey, type KeyPress } from './key-press.ts';

/** The members of a `KeyboardEvent` that are used here. */
export interface KeyDownEvent extends KeyPress {
  repeat: boolean;
  timeStamp: number;
  preventDefault(): void;
}

export interface KeyListeningPorts<Event extends KeyDownEvent> {
  /** Whether keys operate the show: not in the workshop, nor while something covers the page. */
  operating(): boolean;
  binding(key: string): KeyBinding | undefined;
  /** Closes what lies over the page. Returns whether there was anything. */
  escape(): boolean;
  press(key: string, event: Event): void;
  /** A key came up, at this time; `isLost` says that nobody can tell any more whether it is down. */
  release(key: string, isLost: boolean, at?: number): void;
}

/** Decides which key presses and releases of a page go to the desk, and under which name. */
export class KeyListening<Event extends KeyDownEvent> {
  readonly #ports: KeyListeningPorts<Event>;
  readonly #down: KeysDown;

  constructor(ports: KeyListeningPorts<Event>) {
    this.#ports = ports;
    this.#down = new KeysDown((key, isLost, at) => ports.release(key, isLost, at));
  }

  pressed(event: Event): void {
    if (isMeta(event.code)) this.loseAll();
    if (this.#closes(event)) return event.preventDefault();
    const key = this.#down.repeated(event) ?? this.#keyOf(event);
    if (key === undefined) return;
    if (this.#ports.binding(key)) event.preventDefault();
    if (!event.repeat) this.#down.press(event.code, key);
    this.#ports.press(key, event);
  }

  /** Sends the release of a key wherever the focus is by then. */
  released(event: Event): void {
    if (isMeta(event.code)) this.loseAll();
    // Space works a button when it comes up, and the focus may have come to a button since it went down.
    if (this.#down.release(event.code, event.timeStamp)) event.preventDefault();
  }

  /** Nobody can tell any more which keys are down. */
  loseAll(): void {
    this.#down.loseAll();
  }

  #isPanic(event: Event): boolean {
    return this.#ports.binding(keyName(event))?.action.do === 'panic';
  }

  #keyOf(event: Event): string | undefined {
    const { binding, operating } = this.#ports;
    if (this.#isPanic(event) && typesNothing(event)) return keyName(event);
    return operating() ? deskKey(event, (key) => binding(key) !== undefined) : undefined;
  }

  /** Escape closes what lies over the page, wherever the focus is, unless a part of the screen has used it. */
  #closes(event: Event): boolean {
    const isEscape = keyName(event) === 'Escape' && !event.isComposing && !event.repeat;
    return isEscape && !event.defaultPrevented && !this.#isPanic(event) && this.#ports.escape();
  }
}
