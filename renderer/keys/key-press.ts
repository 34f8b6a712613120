import { keyName } from '../../contract/desk-api/key-binding.ts';

/** The members of a `KeyboardEvent` that decide whether the desk or the page uses the key. */
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

/** The members of an element that decide which keys it uses itself. */
interface Focused {
  tagName: string;
  isContentEditable: boolean;
  type?: string;
}

/** Types of `<input>` that take no text. */
const withoutText = ['button', 'checkbox', 'color', 'radio', 'range', 'submit', 'reset', 'file'];
const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
const modifiers = ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph', 'CapsLock'];

/**
 * The name of the key if it goes to the desk, else undefined. The desk gets no key while text is typed, no key that works
 * the control with the focus, no key that another part of the screen has already used, and no modifier by itself.
 */
export function deskKey(press: Press): string | undefined {
  if (press.defaultPrevented || press.isComposing || press.code === '' || modifiers.includes(press.key))
    return undefined;
  const focused = press.target as Partial<Focused> | null;
  return focused?.tagName !== undefined && usesKey(focused as Focused, press) ? undefined : keyName(press);
}

/**
 * Whether a key types nothing wherever the focus is: Escape, function keys, Pause and Scroll Lock. A panic on such a key
 * works in a text field, in a dialog and in the workshop too, even if the key has another use there.
 */
export function typesNothing({ code, isComposing }: Pick<Press, 'code' | 'isComposing'>): boolean {
  return !isComposing && /^(Escape|F\d{1,2}|Pause|ScrollLock)$/.test(code);
}

function usesKey(focused: Focused, press: Press): boolean {
  const tag = focused.tagName.toUpperCase();
  if (focused.isContentEditable || tag === 'TEXTAREA' || tag === 'SELECT') return true;
  if (tag === 'INPUT' && !withoutText.includes(focused.type ?? 'text')) return true;
  if (press.ctrlKey || press.altKey || press.metaKey) return false;
  if (tag === 'INPUT' && focused.type === 'range' && arrows.includes(press.code)) return true;
  const works = ['Space', 'Enter', 'NumpadEnter'].includes(press.code);
  return works && ['INPUT', 'BUTTON', 'SUMMARY', 'A'].includes(tag);
}
