import { unwatchFile, watchFile } from 'node:fs';
import type { ContentCheck } from '../scene/content/content-check.ts';
import { checkFile } from './check-files.ts';

/** What the page of a preview is told each time its file has changed. */
export interface FileShown extends ContentCheck {
  /** The file's name. */
  file: string;
  /** The preview page, which draws it. */
  previewUrl: string;
}

/** How often (ms) a file is looked at. Looking works on every disk, and however an editor saves. */
const lookEvery = 200;

/** Look at a file now, and again whenever it is saved. `seen` is told one at a time, in order. Gives what ends it. */
export function followFile(
  file: string,
  seen: (check: ContentCheck & { bytes?: Uint8Array }) => Promise<void>,
): () => void {
  let turn = Promise.resolve();
  const look = (): void => {
    turn = turn.then(async () => seen(await checkFile(file)));
  };
  watchFile(file, { interval: lookEvery }, look);
  look();
  return () => unwatchFile(file, look);
}
