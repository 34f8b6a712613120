/** File type of shows. electron-builder registers it on Linux and macOS, the installers on Windows. */
export const association = {
  ext: 'overlayshow',
  name: 'Overlay Desk show',
  mimeType: 'application/vnd.overlay-desk.show',
  role: 'Viewer',
} as const;

/** The file type's name in the Windows registry. */
export const windowsKind = 'OverlayDesk.Show';
