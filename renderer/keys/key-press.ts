import { keyName } from '../../contract/desk-api/key-binding.ts';

/** The members of a `KeyboardEvent` that decide whether the desk or the page uses the key. */
export interface KeyPress {
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

export function isModifier({ key }: Pick<KeyPress, 'key'>): boolean {
  return modifiers.includes(key);
}

/**
 * The name of the key if it goes to the desk, else undefined. The desk gets no key while text is typed, no key that works
 * the control with the focus, no key that another part of the screen has already used, and no modifier by itself. A
 * mapped Space or Enter presses no control, so that it does the same wherever the focus is.
 */
export function deskKey(press: KeyPress, isMapped: (key: string) => boolean): string | undefined {
  if (press.defaultPrevented || press.isComposing || press.code === '' || isModifier(press)) return undefined;
  const key = keyName(press);
  const focused = press.target as Partial<Focused> | null;
  if (focused?.tagName === undefined || !usesKey(focused as Focused, press)) return key;
  return pressesControl(focused as Focused, press) && isMapped(key) ? key : undefined;
}

/** Whether text is typed into the element. */
export function takesText({ tagName, isContentEditable, type }: Pick<Element, 'tagName'> & Partial<Focused>): boolean {
  const tag = tagName.toUpperCase();
  if (isContentEditable === true || tag === 'TEXTAREA') return true;
  return tag === 'INPUT' && !withoutText.includes(type ?? 'text');
}

function usesKey(focused: Focused, press: KeyPress): boolean {
  const tag = focused.tagName.toUpperCase();
  if (takesText(focused) || tag === 'SELECT') return true;
  if (press.ctrlKey || press.altKey || press.metaKey) return false;
  if (tag === 'INPUT' && focused.type === 'range' && arrows.includes(press.code)) return true;
  return pressesControl(focused, press);
}

/** Whether the key presses the control, as a click does. */
function pressesControl({ tagName, type }: Focused, { code }: KeyPress): boolean {
  if (!['Space', 'Enter', 'NumpadEnter'].includes(code)) return false;
  const tag = tagName.toUpperCase();
  return tag === 'INPUT' ? withoutText.includes(type ?? 'text') : ['BUTTON', 'SUMMARY', 'A'].includes(tag);
}
