import { describe, expect, it } from 'vitest';
import { hearGlobalKeys } from '../../electron/global-keys.ts';

/** Shortcuts of a system on which another program has some. */
function shortcuts(taken: readonly string[] = []) {
  const registered = new Map<string, () => void>();
  return {
    registered,
    register(accelerator: string, press: () => void) {
      if (accelerator === 'Alt+;') throw new TypeError('Error processing argument');
      if (taken.includes(accelerator)) return false;
      registered.set(accelerator, press);
      return true;
    },
    unregisterAll: () => registered.clear(),
  };
}

describe('global keys', () => {
  it.each([
    ['F13', 'F13'],
    ['Ctrl+Alt+KeyT', 'Control+Alt+T'],
    ['Alt+Shift+Digit1', 'Alt+Shift+1'],
    ['Ctrl+Numpad7', 'Control+num7'],
    ['Ctrl+NumpadAdd', 'Control+numadd'],
    ['Ctrl+ArrowUp', 'Control+Up'],
    ['Alt+PageDown', 'Alt+PageDown'],
    ['Meta+Space', 'Meta+Space'],
    ['Ctrl+Equal', 'Control+='],
  ])('%s is heard as %s', (key, accelerator) => {
    const system = shortcuts();
    const pressed: string[] = [];
    expect(hearGlobalKeys(system)([key], (one) => pressed.push(one))).toEqual([]);
    system.registered.get(accelerator)?.();
    expect([[...system.registered.keys()], pressed]).toEqual([[accelerator], [key]]);
  });

  it('that the system does not give, or does not know, are named', () => {
    const system = shortcuts(['F13']);
    const refused = hearGlobalKeys(system)(['F13', 'F14', 'Alt+Semicolon', 'Ctrl+IntlRo'], () => undefined);
    expect([refused, [...system.registered.keys()]]).toEqual([['F13', 'Alt+Semicolon', 'Ctrl+IntlRo'], ['F14']]);
  });

  it('are others from now on when they are mapped anew', () => {
    const system = shortcuts();
    const hear = hearGlobalKeys(system);
    hear(['F13'], () => undefined);
    hear(['F14'], () => undefined);
    expect([...system.registered.keys()]).toEqual(['F14']);
  });
});
