/** File type of shows. electron-builder registers it on Linux and macOS, the installers on Windows. */
export const association = {
  ext: 'overlayshow',
  name: 'Overlay Desk show',
  mimeType: 'application/vnd.overlay-desk.show',
  role: 'Viewer',
} as const;

export const windowsKind = 'OverlayDesk.Show';

/**
 * Never change this GUID: MSI versions replace each other by it, the `.exe` installer finds an MSI by it, and other
 * GUIDs derive from it.
 */
export const upgradeCode = '5D0E2C5B-7A3F-5C0B-9A66-0C1E5B8E6F21';

/**
 * Never change this key: new versions and the MSI find older installations by it. The `.exe` installer writes it for
 * the machine or the user.
 */
export const removeKey = String.raw`Software\Microsoft\Windows\CurrentVersion\Uninstall\Overlay Desk`;
