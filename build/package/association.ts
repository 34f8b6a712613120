/** The show file, as the systems know it. electron-builder tells Linux and macOS of it, the installers tell Windows. */
export const association = {
  ext: 'overlayshow',
  name: 'Overlay Desk show',
  mimeType: 'application/vnd.overlay-desk.show',
  role: 'Viewer',
} as const;

/** What Windows calls this kind of file in its registry. */
export const windowsKind = 'OverlayDesk.Show';
