import type { GlobalShortcut } from 'electron';
import type { RegisterGlobalKeys } from '../surfaces/press/global-keys.ts';

/** Electron names for keys whose code differs. Source: Electron's documentation, "Accelerator". */
const names: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backquote: '`',
  NumpadAdd: 'numadd',
  NumpadSubtract: 'numsub',
  NumpadMultiply: 'nummult',
  NumpadDivide: 'numdiv',
  NumpadDecimal: 'numdec',
};

/** Electron names global shortcuts by the US keyboard layout. */
export function hearGlobalKeys(shortcuts: Pick<GlobalShortcut, 'register' | 'unregisterAll'>): RegisterGlobalKeys {
  return (keys, pressed) => {
    shortcuts.unregisterAll();
    return keys.filter((key) => !isHeard(shortcuts, key, pressed));
  };
}

function isHeard(shortcuts: Pick<GlobalShortcut, 'register'>, key: string, pressed: (key: string) => void): boolean {
  const accelerator = acceleratorOf(key);
  try {
    return accelerator !== undefined && shortcuts.register(accelerator, () => pressed(key));
  } catch {
    // Electron throws for an unknown key.
    return false;
  }
}

/** For example `Control+Alt+T`; undefined if Electron has no name for the key. */
function acceleratorOf(key: string): string | undefined {
  const parts = key.split('+');
  const code = parts.pop() ?? '';
  const name =
    names[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? code.replace(/^Numpad(\d)$/, 'num$1').replace(/^Arrow/, '');
  const isNamed =
    /^(.|num\w+|F\d{1,2}|Up|Down|Left|Right|Space|Enter|Home|End|Page(Up|Down)|Insert|Delete|Tab|Backspace)$/;
  if (!isNamed.test(name)) return undefined;
  const held = parts.map((part) => (part === 'Ctrl' ? 'Control' : part));
  return [...held, name].join('+');
}
