import type { MenuItemConstructorOptions } from 'electron';

/**
 * The menu of the app, or null for none. Its keys would be taken before a page sees them, so there is none but where the
 * system needs it: macOS has copy, paste and quit from the menu alone. No reload, no zoom and no full screen, whose keys
 * an operator may hit in the middle of a show.
 */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [{ role: 'appMenu' }, { role: 'editMenu' }, { label: 'Window', submenu: [{ role: 'minimize' }] }];
}
