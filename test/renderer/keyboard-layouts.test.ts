import { describe, expect, it } from 'vitest';
import { keyName } from '../../contract/desk-api/key-binding.ts';
import { defaultKeys } from '../../surfaces/press/key-map.ts';
import { keyCaption, type PrintedKeys } from '../../contract/model/key-caption.ts';
import { deskKey, type KeyPress } from '../../renderer/keys/key-press.ts';
import { show } from '../kit/service/scripted-show.ts';

/** Letters that are names of physical keys, as in `KeyQ`. */
const letters = (row: string): string[] => row.split(' ').map((letter) => `Key${letter}`);
/** Physical keys by place: the row of digits, and the three below it. */
const places = [
  'Digit1',
  'Digit2',
  'Digit3',
  'Digit4',
  'Digit5',
  'Digit6',
  'Digit7',
  'Digit8',
  'Digit9',
  'Digit0',
  'Minus',
  'Equal',
  ...letters('Q W E R T Y U I O P'),
  'BracketLeft',
  'BracketRight',
  ...letters('A S D F G H J K L'),
  'Semicolon',
  'Quote',
  ...letters('Z X C V B N M'),
  'Comma',
  'Period',
  'Slash',
];

/** What each place types without modifiers, and what it takes to type a digit. */
const layouts: { name: string; rows: string[]; digitsWith: { shiftKey?: true } }[] = [
  { name: 'QWERTY', rows: ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'], digitsWith: {} },
  {
    name: 'AZERTY',
    rows: ['&é"\'(-è_çà)=', 'azertyuiop^$', 'qsdfghjklmù', 'wxcvbn,;:!'],
    digitsWith: { shiftKey: true },
  },
  { name: 'QWERTZ', rows: ['1234567890ß´', 'qwertzuiopü+', 'asdfghjklöä', 'yxcvbnm,.-'], digitsWith: {} },
  { name: 'Dvorak', rows: ['1234567890[]', "',.pyfgcrl/=", 'aoeuidhtns-', ';qjkxbmwvz'], digitsWith: {} },
  { name: 'Cyrillic', rows: ['1234567890-=', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю.'], digitsWith: {} },
];

const bindings = defaultKeys(show);
const nothing = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const press = (code: string, key: string, held: Partial<KeyPress>): KeyPress => ({
  code,
  key,
  ...nothing,
  isComposing: false,
  defaultPrevented: false,
  target: null,
  ...held,
});

/** What an operator does who reads a caption: finds the key that it is printed on, and holds the modifiers. */
function follow(caption: string, printed: PrintedKeys): string | undefined {
  const modifiers = caption.split('+').filter((part) => /^(Ctrl|Alt|Shift|Meta)$/.test(part));
  const cap = caption.slice(modifiers.join('+').length + (modifiers.length > 0 ? 1 : 0));
  const [code = ''] = [...printed].find(([, typed]) => typed.toUpperCase() === cap.toUpperCase()) ?? [];
  const held = Object.fromEntries(modifiers.map((modifier) => [`${modifier.toLowerCase()}Key`, true]));
  return deskKey(press(code, cap, held), { isMapped: () => true, isMac: false });
}

describe.each(layouts)('on a keyboard with $name', ({ rows, digitsWith }) => {
  const printed: PrintedKeys = new Map(places.map((code, at) => [code, rows.join('').charAt(at)]));

  it('every key of the first mapping does what its caption says', () => {
    expect(rows.join('')).toHaveLength(places.length);
    const followed = bindings.map(({ key }) => follow(keyCaption(key, printed), printed));
    expect(followed).toEqual(bindings.map(({ key }) => key));
  });

  it('who types a digit takes that one In, or nothing', () => {
    const effects = bindings
      .filter(({ key }) => /^Digit\d$/.test(key))
      .map(({ key: code }) => {
        const typed = keyName({ code, ...nothing, ...digitsWith });
        return bindings.find(({ key }) => key === typed)?.action ?? 'nothing';
      });
    expect(effects).toHaveLength(2);
    for (const effect of effects) {
      expect(digitsWith.shiftKey ? effect : (effect as { to: string }).to).toBe(digitsWith.shiftKey ? 'nothing' : 'In');
    }
  });
});

describe('a key is named', () => {
  const french: PrintedKeys = new Map([
    ['Digit2', 'é'],
    ['KeyQ', 'a'],
    ['Quote', 'ù'],
    ['Minus', 'ß'],
  ]);
  it.each([
    ['Alt+Digit2', 'Alt+é'],
    ['KeyQ', 'A'],
    ['Quote', 'Ù'],
    ['Minus', 'ß'],
    ['KeyW', 'W'],
    ['F5', 'F5'],
  ])('%s as %s, by what is printed on it, and as on an American keyboard where that is not told', (key, caption) => {
    expect(keyCaption(key, french)).toBe(caption);
  });
});
