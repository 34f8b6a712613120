import { errorIn } from '../../contract/errors.ts';
import { texts } from '../texts/texts.ts';

const words = texts.workshop;

/** A file that the author picked; in a browser a `FileSystemFileHandle`. */
export interface PickedFile {
  name: string;
  getFile(): Promise<Pick<File, 'lastModified' | 'size' | 'arrayBuffer'>>;
}

/** The used part of the File System Access API. Chromium has it, on pages of this machine and over https. */
interface FilePicker {
  showOpenFilePicker?: (options: object) => Promise<[PickedFile]>;
}

const compositions = { description: words.compositions, accept: { 'application/json': ['.json'] } };

/** The page's picker of composition files; undefined if the page has none. */
export function filePickerOf(page: Window & FilePicker): (() => Promise<PickedFile | undefined>) | undefined {
  if (!page.showOpenFilePicker) return undefined;
  return async () => {
    try {
      const picked = await page.showOpenFilePicker?.({ types: [compositions] });
      return picked?.[0];
    } catch (thrown) {
      // Closing the dialog without a choice aborts it.
      if (errorIn(thrown).name === 'AbortError') return undefined;
      throw thrown;
    }
  };
}
