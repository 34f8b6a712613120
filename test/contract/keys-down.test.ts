import { describe, expect, it } from 'vitest';
import { KeysDown } from '../../contract/desk-api/keys-down.ts';

/** A keyboard, and what came up on it. */
function keyboard(): { down: KeysDown; released: string[] } {
  const released: string[] = [];
  return { down: new KeysDown((name) => released.push(name)), released };
}

describe('a key that is down', () => {
  it('repeats and comes up under the name with which it was pressed, whatever the modifiers are by then', () => {
    const { down, released } = keyboard();
    down.press('KeyA', 'Ctrl+KeyA');
    expect(down.repeated({ code: 'KeyA', repeat: true })).toBe('Ctrl+KeyA');
    expect([down.release('KeyA'), down.release('KeyA'), released]).toEqual([true, false, ['Ctrl+KeyA']]);
  });

  it('is pressed anew if its release was missed', () => {
    const { down, released } = keyboard();
    down.press('KeyA', 'KeyA');
    expect(down.repeated({ code: 'KeyA', repeat: false })).toBeUndefined();
    down.press('KeyA', 'Shift+KeyA');
    down.loseAll();
    expect(released).toEqual(['KeyA', 'Shift+KeyA']);
  });
});
