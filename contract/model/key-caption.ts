/** The names of keys whose name is not in their code. */
const captions: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Semicolon: ';',
  Quote: "'",
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Slash: '/',
  IntlBackslash: '<',
  Escape: 'Esc',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num -',
  NumpadMultiply: 'Num *',
  NumpadDivide: 'Num /',
  NumpadDecimal: 'Num .',
};

/** What each key of a keyboard types without modifiers, by physical key (`KeyboardEvent.code`). */
export type PrintedKeys = ReadonlyMap<string, string>;

const american: PrintedKeys = new Map();

/**
 * A key name as printed on the keyboard: `Ctrl+Shift+KeyT` becomes `Ctrl+Shift+T`, `Digit1` becomes `1`, and `&` on a
 * French keyboard. A key that the layout does not name has the name of the American keyboard.
 */
export function keyCaption(key: string, printed: PrintedKeys = american): string {
  const parts = key.split('+');
  const code = parts.pop() ?? '';
  const typed = printed.get(code);
  return [...parts, typed === undefined ? americanCaption(code) : capOf(code, typed)].join('+');
}

/** Letters are printed large, but for those in the row of digits. */
function capOf(code: string, typed: string): string {
  const large = typed.toUpperCase();
  return code.startsWith('Digit') || large.length !== typed.length ? typed : large;
}

function americanCaption(code: string): string {
  return captions[code] ?? code.replace(/^(Key|Digit)(?=.$)/, '').replace(/^Numpad/, 'Num ');
}
