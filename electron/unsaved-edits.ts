import type { WebContents } from 'electron';

/**
 * `lose` asks whether edits may be lost: if screens object to a close, Electron keeps the window open without asking.
 */
export function askBeforeLosing(contents: Pick<WebContents, 'on'>, lose: () => boolean): void {
  contents.on('will-prevent-unload', (event) => {
    if (lose()) event.preventDefault();
  });
}
