import { keyName, typesNothing } from '../../contract/desk-api/key-binding.ts';

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
  getModifierState?(modifier: string): boolean;
}

export interface KeysHere {
  isMapped(key: string): boolean;
  /** On a Mac, Option types characters. */
  isMac: boolean;
}

interface Focused {
  tagName: string;
  isContentEditable: boolean;
  type?: string;
  matches?(selector: string): boolean;
}

const withoutText = ['button', 'checkbox', 'color', 'radio', 'range', 'submit', 'reset', 'file'];
const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
const modifiers = ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph', 'CapsLock'];

export function isModifier({ key }: Pick<KeyPress, 'key'>): boolean {
  return modifiers.includes(key);
}

/**
 * The name of the key if it goes to the desk, else undefined. The desk gets no key that text or the control with the
 * focus uses, no key that another part of the screen has already used, and no modifier by itself. A mapped Space or
 * Enter presses no control, so that it does the same wherever the focus is.
 */
export function deskKey(press: KeyPress, here: KeysHere): string | undefined {
  if (press.defaultPrevented || press.isComposing || press.code === '' || isModifier(press)) return undefined;
  const key = keyName(press);
  const focused = press.target as Partial<Focused> | null;
  if (focused?.tagName === undefined || !usesKey(focused as Focused, press, here.isMac)) return key;
  return pressesControl(focused as Focused, press) && here.isMapped(key) ? key : undefined;
}

/** Whether text has a use for the key: it types or edits, and is no function key or other chord. */
export function isForText(press: KeyPress, isMac: boolean): boolean {
  if (typesNothing(press)) return press.code === 'Escape';
  const { ctrlKey, altKey, metaKey } = press;
  return !(ctrlKey || altKey || metaKey) || typesWithModifier(press, isMac) || editsText(press);
}

export function typesCharacter(press: KeyPress, isMac: boolean): boolean {
  const { key, ctrlKey, altKey, metaKey, isComposing } = press;
  if (isComposing || key === 'Process') return true;
  if (ctrlKey || altKey || metaKey) return typesWithModifier(press, isMac);
  return key.length === 1 || key === 'Dead';
}

/** AltGr, which some systems report as Ctrl with Alt, and Option on a Mac. */
function typesWithModifier(press: KeyPress, isMac: boolean): boolean {
  const { key, ctrlKey, altKey, metaKey } = press;
  const isOption = isMac && altKey && !ctrlKey && !metaKey;
  return (key.length === 1 || key === 'Dead') && (isOption || press.getModifierState?.('AltGraph') === true);
}

/** The chords of browsers in text: copy, paste, undo, and moves. Letters count as written, not by their place. */
export function editsText({ key, code, ctrlKey, altKey, metaKey }: KeyPress): boolean {
  if (!ctrlKey && !altKey && !metaKey) return false;
  const letter = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
  if (!altKey && ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyY', 'KeyZ'].includes(letter)) return true;
  return [...arrows, 'Backspace', 'Delete', 'Insert'].includes(code);
}

export function takesText({ tagName, isContentEditable, type }: Pick<Element, 'tagName'> & Partial<Focused>): boolean {
  const tag = tagName.toUpperCase();
  if (isContentEditable === true || tag === 'TEXTAREA') return true;
  return tag === 'INPUT' && !withoutText.includes(type ?? 'text');
}

function usesKey(focused: Focused, press: KeyPress, isMac: boolean): boolean {
  const tag = focused.tagName.toUpperCase();
  if (takesText(focused)) return isForText(press, isMac);
  if (tag === 'SELECT' && isOpen(focused)) return true;
  if (press.ctrlKey || press.altKey || press.metaKey) return false;
  if ((tag === 'SELECT' || focused.type === 'range') && arrows.includes(press.code)) return true;
  return pressesControl(focused, press);
}

/** Whether the list of a `<select>` is open. Browsers that do not know it are believed to have it closed. */
function isOpen(select: Focused): boolean {
  return select.matches !== undefined && CSS.supports('selector(:open)') && select.matches(':open');
}

function pressesControl({ tagName, type }: Focused, { code }: KeyPress): boolean {
  if (!['Space', 'Enter', 'NumpadEnter'].includes(code)) return false;
  const tag = tagName.toUpperCase();
  return tag === 'INPUT' ? withoutText.includes(type ?? 'text') : ['BUTTON', 'SUMMARY', 'A', 'SELECT'].includes(tag);
}
