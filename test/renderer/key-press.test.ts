import { describe, expect, it } from 'vitest';
import type { Action } from '../../contract/actions/actions.ts';
import { actionCaption } from '../../contract/actions/actions.ts';
import { keyCaption } from '../../contract/model/key-caption.ts';
import { deskKey, type KeyPress } from '../../renderer/keys/key-press.ts';

const press = (code: string, on: object | null, held: Partial<KeyPress> = {}): KeyPress => ({
  code,
  key: code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  isComposing: false,
  defaultPrevented: false,
  target: on as EventTarget | null,
  ...held,
});

const body = { tagName: 'BODY', isContentEditable: false };
const button = { tagName: 'BUTTON', isContentEditable: false };
const ctrl = (key: string): Partial<KeyPress> => ({ ctrlKey: true, key });
const altGraph = { getModifierState: (modifier: string): boolean => modifier === 'AltGraph' };
const input = (type: string): object => ({ tagName: 'INPUT', isContentEditable: false, type });

describe('whose key a key press is', () => {
  it.each<[string, KeyPress, string | undefined]>([
    ['the desk’s, where nothing has the focus', press('F2', body), 'F2'],
    ['the desk’s, with its modifiers in order', press('F2', body, { shiftKey: true, ctrlKey: true }), 'Ctrl+Shift+F2'],
    ['the desk’s, on a button', press('Digit1', button), 'Digit1'],
    ['the button’s own: Space', press('Space', button), undefined],
    ['the button’s own: Enter', press('Enter', button), undefined],
    ['the desk’s: Ctrl+Enter works no button', press('Enter', button, { ctrlKey: true }), 'Ctrl+Enter'],
    ['the text’s', press('Digit1', input('text')), undefined],
    ['the desk’s, from a text: a function key', press('F2', input('text')), 'F2'],
    ['the desk’s, from a text: a chord that types nothing', press('KeyT', input('text'), ctrl('t')), 'Ctrl+KeyT'],
    [
      'the desk’s, from a text: Alt with a digit',
      press('Digit1', input('text'), { key: '1', altKey: true }),
      'Alt+Digit1',
    ],
    ['the text’s: Escape', press('Escape', input('text')), undefined],
    ['the text’s: paste', press('KeyV', input('text'), ctrl('v')), undefined],
    ['the text’s: undo, where a German keyboard has Z', press('KeyY', input('text'), ctrl('z')), undefined],
    ['the text’s: a move by words', press('ArrowLeft', input('text'), { ctrlKey: true }), undefined],
    ['the text’s: AltGr', press('KeyE', input('text'), { ...ctrl('€'), altKey: true, ...altGraph }), undefined],
    [
      'the desk’s: Ctrl with Alt is no AltGr',
      press('KeyE', input('text'), { ...ctrl('e'), altKey: true }),
      'Ctrl+Alt+KeyE',
    ],
    ['the text’s, in several lines', press('KeyA', { ...body, tagName: 'TEXTAREA' }), undefined],
    ['the desk’s, on a closed list', press('KeyA', { ...body, tagName: 'SELECT' }), 'KeyA'],
    ['the list’s own: arrows', press('ArrowDown', { ...body, tagName: 'SELECT' }), undefined],
    ['the text’s, in what is made editable', press('KeyA', { ...body, isContentEditable: true }), undefined],
    ['the desk’s, on a checkbox', press('Digit1', input('checkbox')), 'Digit1'],
    ['the checkbox’s own: Space', press('Space', input('checkbox')), undefined],
    ['the slider’s own: arrows', press('ArrowLeft', input('range')), undefined],
    ['nobody’s: a modifier alone', press('ShiftLeft', body, { key: 'Shift', shiftKey: true }), undefined],
    ['that part’s which has used it', press('ArrowUp', body, { defaultPrevented: true }), undefined],
    ['the input method’s', press('KeyA', body, { isComposing: true }), undefined],
  ])('%s', (_, pressed, key) => {
    expect(deskKey(pressed, { isMapped: () => false, isMac: false })).toBe(key);
  });

  it('is the text’s with Option on a Mac, which types', () => {
    const option = press('Digit1', input('text'), { key: '¡', altKey: true });
    expect(deskKey(option, { isMapped: () => true, isMac: true })).toBe(undefined);
  });

  it.each<[string, KeyPress, string | undefined]>([
    ['the desk’s, on a button', press('Space', button), 'Space'],
    ['the desk’s, on a checkbox', press('Enter', input('checkbox')), 'Enter'],
    ['the desk’s, on a link', press('NumpadEnter', { ...body, tagName: 'A' }), 'NumpadEnter'],
    ['the text’s', press('Space', input('text')), undefined],
    ['the slider’s own: arrows', press('ArrowLeft', input('range')), undefined],
  ])('where it is mapped: %s', (_, pressed, key) => {
    expect(deskKey(pressed, { isMapped: () => true, isMac: false })).toBe(key);
  });
});

describe('how keys are written', () => {
  it.each([
    ['Digit1', '1'],
    ['Shift+F5', 'Shift+F5'],
    ['Ctrl+Alt+KeyT', 'Ctrl+Alt+T'],
    ['Numpad7', 'Num 7'],
    ['NumpadAdd', 'Num +'],
    ['ArrowUp', '↑'],
    ['Space', 'Space'],
  ])('%s as %s', (key, caption) => {
    expect(keyCaption(key, new Map())).toBe(caption);
  });

  it.each<[Action, string]>([
    [{ do: 'take', subComposition: 'a', to: 'In', action: 'play' }, 'In'],
    [{ do: 'take', subComposition: 'a', to: 'Out2', action: 'play' }, 'Out 2'],
    [{ do: 'take', subComposition: 'a', to: 'In', action: 'jump' }, 'Jump In'],
    [{ do: 'takeCued' }, 'Take Cued'],
  ])('%o as %s', (action, caption) => {
    expect(actionCaption(action, undefined)).toBe(caption);
  });
});
