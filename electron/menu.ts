import type { MenuItemConstructorOptions } from 'electron';

/**
 * Menu keys never reach a page, so only macOS has a menu, for copy, paste and quit. It omits reload, zoom and full
 * screen, which could be hit during a show.
 */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [{ role: 'appMenu' }, { role: 'editMenu' }, { label: 'Window', submenu: [{ role: 'minimize' }] }];
}
