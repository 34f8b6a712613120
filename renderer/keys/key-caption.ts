import type { KeyAction } from '../../contract/desk-api/key-binding.ts';
import type { ModelItem } from '../../contract/model/control.ts';

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
  Escape: 'Esc',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num -',
  NumpadMultiply: 'Num *',
  NumpadDivide: 'Num /',
  NumpadDecimal: 'Num .',
};

/** A key name as printed on the keyboard: `Ctrl+Shift+KeyT` becomes `Ctrl+Shift+T`, `Digit1` becomes `1`. */
export function keyCaption(key: string): string {
  const parts = key.split('+');
  const code = parts.pop() ?? '';
  const cap = captions[code] ?? code.replace(/^(Key|Digit)(?=.$)/, '').replace(/^Numpad/, 'Num ');
  return [...parts, cap].join('+');
}

/** The action of a key in the fewest words, for a place that shows its target beside it. */
export function actionCaption(action: KeyAction, node: ModelItem | undefined): string {
  switch (action.do) {
    case 'take':
      return `${action.action === 'jump' ? 'Jump ' : ''}${action.to.replace(/(\d)$/, ' $1')}`;
    case 'fire':
      return node?.model.find(({ id }) => id === action.field)?.title ?? 'Fire';
    case 'takeCued':
      return 'Take Cued';
    case 'recallLook':
      return `Look ${action.look}`;
    case 'undo':
      return action.what === 'take' ? 'Undo take' : 'Undo values';
    case 'panic':
      return 'Panic';
    case 'failOver':
      return 'Fail over';
    case 'failBack':
      return 'Fail back';
  }
}
