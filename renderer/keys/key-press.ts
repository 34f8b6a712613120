import { keyName } from '../../contract/desk-api/key-binding.ts';

/** What of a pressed key decides whose it is. A `KeyboardEvent` is one. */
export interface Press {
  code: string;
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
  target: EventTarget | null;
}

/** The part of an element that decides which keys it keeps for itself. */
interface Focused {
  tagName: string;
  isContentEditable: boolean;
  type?: string;
}

/** Kinds of `<input>` in which nothing is written. */
const notWritten = ['button', 'checkbox', 'color', 'radio', 'range', 'submit', 'reset', 'file'];
const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
const modifiers = ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph', 'CapsLock'];

/**
 * The name of the key if it is the desk's, else undefined: nothing while text is written, not what works the control
 * that has the focus, not what another part of the screen has already used, and no modifier by itself.
 */
export function deskKey(press: Press): string | undefined {
  if (press.defaultPrevented || press.isComposing || press.code === '' || modifiers.includes(press.key))
    return undefined;
  const focused = press.target as Partial<Focused> | null;
  return focused?.tagName !== undefined && keeps(focused as Focused, press) ? undefined : keyName(press);
}

/**
 * Whether a key writes nothing, wherever the focus is: Escape, function keys, Pause and Scroll Lock. A panic on such a key
 * works in a text, in a dialog and in the workshop too, also where the key has another use there.
 */
export function writesNothing({ code, isComposing }: Pick<Press, 'code' | 'isComposing'>): boolean {
  return !isComposing && /^(Escape|F\d{1,2}|Pause|ScrollLock)$/.test(code);
}

function keeps(focused: Focused, press: Press): boolean {
  const tag = focused.tagName.toUpperCase();
  if (focused.isContentEditable || tag === 'TEXTAREA' || tag === 'SELECT') return true;
  if (tag === 'INPUT' && !notWritten.includes(focused.type ?? 'text')) return true;
  if (press.ctrlKey || press.altKey || press.metaKey) return false;
  if (tag === 'INPUT' && focused.type === 'range' && arrows.includes(press.code)) return true;
  const works = ['Space', 'Enter', 'NumpadEnter'].includes(press.code);
  return works && ['INPUT', 'BUTTON', 'SUMMARY', 'A'].includes(tag);
}
