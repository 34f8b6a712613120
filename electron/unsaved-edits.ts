import type { WebContents } from 'electron';

/**
 * Screens that hold edits that are not saved say so when their window is to be closed. Electron then leaves it open and asks
 * nobody, so `lose` does: whether the edits may be lost.
 */
export function askBeforeLosing(contents: Pick<WebContents, 'on'>, lose: () => boolean): void {
  contents.on('will-prevent-unload', (event) => {
    if (lose()) event.preventDefault();
  });
}
