import type { MenuItemConstructorOptions } from 'electron';

/**
 * The menu of the app; null for none. The keys of a menu never reach a page, so there is a menu only on macOS, where
 * copy, paste and quit need one. It has no reload, zoom or full screen, whose keys an operator may hit during a show.
 */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [{ role: 'appMenu' }, { role: 'editMenu' }, { label: 'Window', submenu: [{ role: 'minimize' }] }];
}
