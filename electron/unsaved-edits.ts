import type { WebContents } from 'electron';

/**
 * Asks before a window with unsaved edits closes. Its screens object to the close, and Electron then keeps the window
 * open without asking anybody. `lose` asks whether the edits may be lost.
 */
export function askBeforeLosing(contents: Pick<WebContents, 'on'>, lose: () => boolean): void {
  contents.on('will-prevent-unload', (event) => {
    if (lose()) event.preventDefault();
  });
}
