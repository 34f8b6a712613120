import type { BrowserWindow, Input } from 'electron';
import { keyName, typesNothing } from '../contract/desk-api/key-binding.ts';
import { isMeta, KeysDown } from '../contract/desk-api/keys-down.ts';
import type { PanicKeys } from '../surfaces/press/keys.ts';

/**
 * Catches panic keys before the pages, so that panic works while a frame has focus or the screens hang. Only keys that
 * type nothing; pages do not get them.
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
  // Without focus, the state of the keys is unknown.
  window.on('blur', () => down.loseAll());
}

function nameOf({ code, control, alt, shift, meta }: Input): string {
  return keyName({ code, ctrlKey: control, altKey: alt, shiftKey: shift, metaKey: meta });
}
