import { type KeyBlock, keyName, typesNothing } from '../../contract/desk-api/key-binding.ts';
import { isMeta, KeysDown } from '../../contract/desk-api/keys-down.ts';
import type { Shared } from '../state/context.ts';
import { isLost } from '../opened-field.ts';
import { deskKey, editsText, isForText, type KeyPress, takesText, typesCharacter } from './key-press.ts';

export interface KeyDownEvent extends KeyPress {
  repeat: boolean;
  timeStamp: number;
  preventDefault(): void;
}

/** Decides which key presses and releases of a page go to the desk, and under which name. */
export class KeyListening {
  readonly #of: Pick<Shared, 'desk' | 'pages' | 'armed' | 'keyboard'>;
  readonly #down: KeysDown;
  /** The text field that has or had the focus, until the hand leaves it: by the pointer, the focus, Enter or Escape. */
  #field: Element | undefined;

  constructor(of: Pick<Shared, 'desk' | 'pages' | 'armed' | 'keyboard'>) {
    this.#of = of;
    this.#down = new KeysDown((key, isLost, at) => void of.desk.release(key, isLost, at));
  }

  get operating(): boolean {
    return this.#of.pages.operating;
  }

  pressed(event: KeyDownEvent): void {
    this.#fire(event);
    this.#leave(event);
  }

  /** Escape arms the keys, so it leaves a text that has no use for it. */
  #leave({ code, target, isComposing, defaultPrevented }: KeyDownEvent): void {
    if (code !== 'Escape' || isComposing || defaultPrevented || !isElement(target) || !takesText(target)) return;
    const { covered, facts } = this.#of.pages;
    if (!covered && facts.firesKeys) (target as Partial<HTMLElement>).blur?.();
  }

  #fire(event: KeyDownEvent): void {
    const { armed, desk } = this.#of;
    if (isMeta(event.code)) this.loseAll();
    const { isOpening } = armed;
    const endsCutOff = armed.pressed(event);
    if (['Enter', 'NumpadEnter', 'Escape'].includes(event.code)) this.#field = undefined;
    if (this.#closes(event)) return event.preventDefault();
    const key = this.#down.repeated(event) ?? this.#keyOf(event);
    if (isOpening) this.#early(event);
    if (key === undefined) return;
    const isMapped = desk.isMapped(key);
    // Enter and Escape after a word that was cut off end the word, and nothing else.
    if (endsCutOff && !this.#isPanic(event)) return isMapped ? event.preventDefault() : undefined;
    const block = this.#blockOf(event);
    if (block) return isMapped ? this.#refuse(event, key, block) : undefined;
    if (isMapped) event.preventDefault();
    if (!event.repeat) this.#down.press(event.code, key);
    void desk.press(key, event);
  }

  /**
   * The focus is at `target`; null: not known yet. A field that another screen removes or locks under the cursor leaves a
   * word behind, also before its first letter.
   */
  focused(target: EventTarget | null): void {
    const { armed } = this.#of;
    if (!isElement(target)) return armed.focused(false);
    const left = this.#field;
    this.#field = takesText(target) ? target : undefined;
    if (left && !this.#field && isLost(left)) armed.typed();
    armed.focused(this.#field !== undefined);
  }

  /**
   * The pointer goes down: outside of the field, the hand leaves the field. A field of a locked show takes no focus, and
   * the letters that a hand types after it are text all the same.
   */
  pointed({ target }: Pick<PointerEvent, 'target'>): void {
    if (target instanceof Node && !this.#field?.contains(target)) this.#field = undefined;
    if (isElement(target) && takesText(target) && isLost(target)) this.#of.armed.typed();
  }

  /** `detail`: 0 if a key pressed the button. */
  clicked({ detail, target }: Pick<MouseEvent, 'detail' | 'target'>): void {
    if (detail > 0 && isElement(target) && target.closest('button, summary')) this.#of.armed.pointed();
  }

  /** Sends the release of a key wherever the focus is by then. */
  released(event: KeyDownEvent): void {
    if (isMeta(event.code)) this.loseAll();
    // Space works a button when it comes up, and the focus may have come to a button since it went down.
    if (this.#down.release(event.code, event.timeStamp)) event.preventDefault();
  }

  loseAll(): void {
    this.#down.loseAll();
  }

  get #isMac(): boolean {
    return this.#of.keyboard.isMac;
  }

  #isPanic(event: KeyDownEvent): boolean {
    return typesNothing(event) && this.#of.desk.binding(keyName(event))?.action.do === 'panic';
  }

  #keyOf(event: KeyDownEvent): string | undefined {
    if (this.#isPanic(event)) return keyName(event);
    const isMapped = (key: string): boolean => this.operating && this.#of.desk.isMapped(key);
    const key = deskKey(event, { isMapped, isMac: this.#isMac });
    if (key !== undefined) return key;
    if (isElement(event.target) && takesText(event.target) && typesCharacter(event, this.#isMac))
      this.#of.armed.typed();
    return undefined;
  }

  /** Text for a field that is not there yet. The button that asked for it has the focus, and must not take Space or Enter. */
  #early(event: KeyDownEvent): void {
    const isWritten = typesCharacter(event, this.#isMac);
    if (isWritten) this.#of.armed.typed();
    if (isWritten || ['Enter', 'NumpadEnter'].includes(event.code)) event.preventDefault();
  }

  #blockOf(event: KeyDownEvent): KeyBlock | undefined {
    const { armed, pages } = this.#of;
    if (this.#isPanic(event)) return undefined;
    if (pages.covered) return 'dialog';
    if (!pages.facts.firesKeys) return 'workshop';
    return armed.state === 'armed' || !isForText(event, this.#isMac) ? undefined : armed.state;
  }

  #refuse(event: KeyDownEvent, key: string, block: KeyBlock): void {
    // The workshop and dialogs have keys of their own, such as undo.
    if (this.operating) event.preventDefault();
    else if (editsText(event)) return;
    if (!event.repeat) this.#of.desk.blockKey(key, block);
  }

  /** Escape closes what lies over the page, wherever the focus is, unless a part of the screen has used it. */
  #closes(event: KeyDownEvent): boolean {
    const isEscape = keyName(event) === 'Escape' && !event.isComposing && !event.repeat;
    return isEscape && !event.defaultPrevented && !this.#isPanic(event) && this.#of.pages.escape();
  }
}

function isElement(target: EventTarget | null): target is Element {
  return (target as Partial<Element> | null)?.tagName !== undefined;
}
