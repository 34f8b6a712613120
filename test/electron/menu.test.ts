import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../electron/menu.ts';

describe('the menu', () => {
  it.each(['linux', 'win32'] as const)('is not there on %s, so that it takes no key from the operator', (platform) => {
    expect(menuTemplate(platform)).toBeNull();
  });

  it('is on macOS what copy, paste and quit need, and nothing that reloads', () => {
    expect(menuTemplate('darwin')).toEqual([
      { role: 'appMenu' },
      { role: 'editMenu' },
      { label: 'Window', submenu: [{ role: 'minimize' }] },
    ]);
  });
});
