import type { BrowserWindow, Input } from 'electron';
import { keyName, typesNothing } from '../contract/desk-api/key-binding.ts';
import { isMeta, KeysDown } from '../contract/desk-api/keys-down.ts';
import type { PanicKeys } from '../surfaces/press/keys.ts';

/**
 * Hears the panic keys of a window before its pages do, so that a panic works while a page inside a frame has the
 * keyboard, and while the screens hang. Only keys that type nothing count. The pages get none of what counts here.
 */
export function hearPanicKeys(window: Pick<BrowserWindow, 'on' | 'webContents'>, keys: PanicKeys): void {
  const down = new KeysDown((key) => keys.up(key));
  const isPanic = (input: Input): boolean => {
    const stroke = { code: input.code, repeat: input.isAutoRepeat };
    if (isMeta(input.code)) down.loseAll();
    if (input.type === 'keyUp') return down.release(input.code);
    if (down.repeated(stroke) !== undefined) return true;
    const key = nameOf(input);
    if (stroke.repeat || !typesNothing(input)) return false;
    down.release(input.code);
    if (!keys.down(key)) return false;
    down.press(input.code, key);
    return true;
  };
  window.webContents.on('before-input-event', (event, input) => {
    if (isPanic(input)) event.preventDefault();
  });
  // Without the keyboard nobody can tell which keys are down.
  window.on('blur', () => down.loseAll());
}

function nameOf({ code, control, alt, shift, meta }: Input): string {
  return keyName({ code, ctrlKey: control, altKey: alt, shiftKey: shift, metaKey: meta });
}
